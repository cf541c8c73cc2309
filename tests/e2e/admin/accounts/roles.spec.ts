import type { Page } from "@playwright/test";
import { mailArrives } from "#tests/support/mail/arrived.ts";
import { picture } from "#tests/support/samples/png.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { add, ana, SCREEN, setStatus, statusOf, statusShown } from "../inbox/submission-steps.ts";
import { card, emptyLibrary, openLibrary, upload } from "../media/media-steps.ts";
import { open as openTexts, title } from "../texts/content-steps.ts";
import { open as openSettings } from "../texts/settings-steps.ts";

/** Gives the stranger these roles instead of the previous ones. */
const employ = ({ sql }: Site, ...roles: ("editor" | "sales")[]) => sql`
  insert into staff (user_id, is_editor, is_sales)
  select id, ${roles.includes("editor")}, ${roles.includes("sales")}
  from auth.users where email = ${people.stranger.email}
  on conflict (user_id) do update set is_editor = excluded.is_editor, is_sales = excluded.is_sales`;

const menuLinks = (page: Page) =>
  page.getByRole("navigation", { name: "Admin" }).getByRole("listitem").getByRole("link");
const panel = (page: Page) => page.getByRole("heading", { name: "Ask an admin for access" });

async function openDashboard(page: Page) {
  await page.goto("/admin");
  await expect(page.getByRole("region", { name: "Waiting for you" })).toBeVisible();
}

test.beforeEach(async ({ site }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from inbound_mails`;
  // Once an email has arrived, its tab always shows.
  await site.sql`update private.inbound_mailbox set arrived_at = null`;
});

test("an editor sees and changes what visitors see, and no leads", async ({
  page,
  site,
  request,
  signIn,
  expectAccessible,
}) => {
  await employ(site, "editor");
  await signIn("stranger");
  await openDashboard(page);
  await expect(menuLinks(page)).toHaveText([
    "Dashboard",
    "Saved Replies",
    "Content Editor",
    /^Pricing/,
    "Services",
    "FAQs",
    "Testimonials",
    "Team",
    "Announcements",
    "Media Library",
    "Site Settings",
    "History",
  ]);
  await page.getByRole("button", { name: "Advanced" }).click();
  await expect(menuLinks(page).filter({ hasText: "Site health" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Stats" })).toBeHidden();
  await expect(page.getByRole("link", { name: "All changes" })).toBeVisible();
  await expectAccessible();

  await openTexts(page);
  await title(page).fill("Packed by an editor");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Content updated successfully!")).toBeVisible();
  await expect.poll(async () => (await request.get("/")).text()).toContain("Packed by an editor");

  await openSettings(page);
  await expect(page.getByRole("tab")).toHaveText([
    "General",
    "Branding",
    "Social Media",
    "Privacy",
  ]);
  await expect(page.getByLabel("Contact email")).toBeDisabled();
  await expect(page.getByText("Only an admin can change this,")).toBeVisible();
  await expect(page.getByLabel("Confirmation email")).toHaveCount(0);
  await page.getByRole("tab", { name: "Privacy" }).click();
  await expect(page.getByLabel("Privacy text for visitors")).toBeVisible();
  await expect(page.getByRole("tabpanel").getByRole("textbox")).toHaveCount(1);

  await page.goto(SCREEN);
  await expect(panel(page)).toBeVisible();
  await expect(page.getByText("Your role, Editor, doesn't include this screen.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Contact Submissions" })).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "Go to Dashboard" }).click();
  await expect(page).toHaveURL("/admin/dashboard");
});

test("sales see and reply to leads, and only look at files", async ({
  page,
  site,
  signIn,
  anotherBrowser,
  expectAccessible,
}) => {
  await emptyLibrary(site);
  const admins = await (await anotherBrowser()).newPage();
  await signIn("admin", admins);
  await openLibrary(admins);
  await upload(admins, await picture("dock.png"));
  const id = await add(site);
  await employ(site, "sales");
  await signIn("stranger");
  await openDashboard(page);
  await expect(menuLinks(page)).toHaveText([
    "Dashboard",
    /^Contact Submissions/,
    "Insights",
    "Media Library",
  ]);
  await expect(page.getByRole("region", { name: "Stats" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Latest changes" })).toBeHidden();

  await page.goto(SCREEN);
  await setStatus(page, "Contacted");
  await statusShown(page, "Contacted");
  await expect.poll(() => statusOf(site, id)).toBe("contacted");
  await page.getByRole("link", { name: ana.name, exact: true }).click();
  await expect(page.getByRole("region", { name: ana.name, exact: true })).toBeVisible();

  await openLibrary(page);
  const file = card(page, "dock.png");
  await expect(file.getByRole("button")).toHaveCount(2);
  await expect(file.getByRole("button", { name: "Copy URL" })).toBeAttached();
  await expect(page.getByRole("main").getByRole("button", { name: "Upload" })).toHaveCount(0);
  await expectAccessible();

  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Search text/ }).fill("dock");
  await page.getByRole("option", { name: /dock\.png/ }).click();
  await expect(page).toHaveURL("/admin/media?q=dock.png");

  await page.goto("/admin/content");
  await expect(page.getByText("Your role, Sales, doesn't include this screen.")).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
});

test("sales handle unmatched email, and editors don't see it", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  for (const subject of ["Who is this?", "Still here"]) await mailArrives(site.sql, { subject });
  await employ(site, "sales");
  await signIn("stranger");
  await openDashboard(page);
  await page.getByRole("link", { name: /^2 emails match no lead/ }).click();
  await page.getByRole("button", { name: "Dismiss: Who is this?" }).click();
  await expect(page.getByRole("button", { name: "Dismiss: Who is this?" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Dismiss: Still here" })).toBeVisible();

  await employ(site, "editor");
  await page.reload();
  await expect(page.getByText("Your role, Editor, doesn't include this screen.")).toBeVisible();
  await expect(page.getByText("Still here")).toHaveCount(0);
  await openDashboard(page);
  await expect(page.getByText("matches no lead")).toHaveCount(0);
});

test("a person with both roles uses the screens of both, until one ends", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  await employ(site, "editor", "sales");
  await signIn("stranger");
  await page.goto("/admin/saved-replies");
  await expect(page.getByRole("navigation", { name: "Tabs" }).getByRole("link")).toHaveText([
    "Leads",
    "Saved Replies",
  ]);
  await page.getByRole("button", { name: "Add saved reply" }).first().click();
  await expect(page.getByText("Only active replies can be inserted.")).toBeVisible();
  await page.goto("/admin/users");
  await expect(
    page.getByText("Your role, Editor and Sales, doesn't include this screen."),
  ).toBeVisible();

  await openTexts(page);
  await employ(site, "sales");
  await title(page).fill("Not by sales");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Your role, Sales, doesn't include this screen.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Content Editor" })).toHaveCount(0);

  await add(site);
  await page.goto(SCREEN);
  await expect(page.getByText(ana.name)).toBeVisible();
  await site.sql`delete from staff`;
  await expect(page.getByRole("heading", { name: "Your access was removed." })).toBeVisible();
  await expect(page.getByText(ana.name)).toHaveCount(0);
});

test("a list's form says that the role no longer includes it, and keeps what was typed", async ({
  page,
  site,
  signIn,
}) => {
  await employ(site, "editor");
  await signIn("stranger");
  await page.goto("/admin/faqs");
  await page
    .getByRole("button", { name: /^Edit / })
    .first()
    .click();
  const dialog = page.getByRole("dialog", { name: "Edit FAQ" });
  await dialog.getByLabel("Question").fill("Not by sales");
  await employ(site, "sales");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("alert")).toHaveText(
    "Failed to save FAQ: You don't have permission to do this",
  );
  await expect(dialog.getByLabel("Question")).toHaveValue("Not by sales");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(page.getByText("Your role, Sales, doesn't include this screen.")).toBeVisible();
});

test("a file's form leaves no buttons that the role no longer includes", async ({
  page,
  site,
  signIn,
}) => {
  await emptyLibrary(site);
  await employ(site, "editor");
  await signIn("stranger");
  await openLibrary(page);
  await upload(page, await picture("dock.png"));
  const edit = card(page, "dock.png").getByRole("button", { name: "Edit", exact: true });
  await edit.click();
  const dialog = page.getByRole("dialog", { name: "Edit file" });
  await dialog.getByLabel("Caption").fill("Not by sales");
  await employ(site, "sales");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog.getByRole("alert")).toContainText("You don't have permission to do this");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(dialog).toBeHidden();
  await expect(edit).not.toBeAttached();
});
