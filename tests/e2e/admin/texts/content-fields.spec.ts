import { expect, test } from "../../fixture.ts";
import { open, saved, title } from "./content-steps.ts";

test.beforeEach(({ signIn }) => signIn());

test("names every field uniquely, with its section", async ({ page }) => {
  for (const tab of ["home", "contact"]) {
    await open(page, tab);
    const snapshot = await page.getByRole("tabpanel").ariaSnapshot();
    const names = [...snapshot.matchAll(/textbox "([^"]+)"/g)].map(([, name]) => name);
    expect(names).toContain("Hero: Title");
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    expect(names.filter((name) => !/^[^:]+: ./.test(name ?? ""))).toEqual([]);
  }
});

test("descriptions have several lines, and a broken fields_config is noted", async ({
  page,
  expectAccessible,
}) => {
  await open(page, "services");
  const multiline = page.getByLabel("Process: Description", { exact: true });
  expect(await multiline.evaluate((element) => element.tagName)).toBe("TEXTAREA");
  await open(page, "contact");
  const config = page.getByLabel("Fields config");
  const before = await config.inputValue();
  await config.fill("{ nope");
  await expect(page.getByText("The form fields aren't valid JSON.")).toBeVisible();
  const words = await title(page).inputValue();
  await title(page).fill("x".repeat(430));
  await expectAccessible();
  await title(page).fill(words);
  await config.fill(before);
  await expect(page.getByText("The form fields aren't valid JSON.")).toBeHidden();
});

test("requires the headline, notes blank texts, and counts long ones", async ({ page, site }) => {
  await open(page);
  const before = await title(page).inputValue();
  await title(page).fill("  ");
  await page.keyboard.press("Tab");
  await expect(title(page)).toHaveAccessibleDescription(
    /Please enter a title. Every page needs a headline/,
  );
  const stored = async (key: string) =>
    (
      await site.sql`select content_value from site_content
        where page_name = 'home' and section_name = 'hero' and content_key = ${key}`
    )[0]?.content_value;
  expect(await stored("title")).toBe(before);

  await title(page).fill("x".repeat(430));
  await expect(page.getByText("430 of about 60")).toBeVisible();
  await title(page).fill(before);

  const subtitle = page.getByLabel("Hero: Subtitle", { exact: true });
  const words = await subtitle.inputValue();
  await subtitle.fill("");
  await expect(subtitle).toHaveAccessibleDescription("Hidden from visitors while blank.");
  await page.keyboard.press("Tab");
  await expect(saved(page)).toBeVisible();
  expect(await stored("subtitle")).toBe("");
  await subtitle.fill(words);
  await page.keyboard.press("Tab");
  await expect.poll(() => stored("subtitle")).toBe(words);

  const link = page.getByLabel("Hero: Secondary button", { exact: true });
  await link.fill("Click here");
  await expect(link).toHaveAccessibleDescription(/Say where the link goes/);
  await link.fill("See Pricing");
  await expect(link).not.toHaveAccessibleDescription(/Say where the link goes/);
});

test("keeps texts of any script, and reports long ones", async ({ page, expectConsole }) => {
  expectConsole(/400/);
  await open(page);
  const longText = `${"Packed with care. ".repeat(560).slice(0, 9_950)} 👩‍👩‍👧 📦 <b>&amp;</b> "q" \\ ünïcödé`;
  await title(page).fill(longText);
  await page.keyboard.press("Tab");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(title(page)).toHaveValue(longText);

  await title(page).fill("y".repeat(20_001));
  await page.keyboard.press("Tab");
  const sentence = "Failed to update content: Value can have at most 20000 characters";
  await expect(page.getByRole("main").getByText(sentence)).toBeVisible();
  const messages = page.getByRole("region", { name: "Notifications" });
  await expect(messages.getByText(sentence)).toBeVisible();
  await title(page).fill("Short again");
  await page.keyboard.press("Tab");
  await expect(saved(page)).toBeVisible();
  await expect(messages.getByText(sentence)).toBeHidden();
});
