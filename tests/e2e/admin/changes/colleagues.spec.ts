import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { add, reader } from "../inbox/submission-steps.ts";
import { countRequests, namePerson, pressTwice } from "../steps.ts";
import { as, dana, mia } from "./history-steps.ts";

test("undoes only one's own edits of a shared text, and restores any version", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/409/);
  const text = `page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  const stored = async () =>
    (await site.sql.unsafe(`select content_value from site_content where ${text}`))[0]
      ?.content_value;
  const first = await stored();
  await signIn();
  await page.goto("/admin/content?tab=home");
  const field = page.getByLabel("Hero: Title", { exact: true });
  const undo = page.getByRole("button", { name: /^Undo.*Hero: Title/ });
  const write = async (words: string) => {
    await field.fill(words);
    await field.blur();
    await expect.poll(stored).toBe(words);
    // Until the screen gets the response, a reload keeps the text as unsaved.
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  };
  await expect(undo).toHaveCount(0);
  await write("Ships by noon");
  await write("Ships by three");
  await page.reload();
  await undo.focus();
  const picker = page.getByLabel("Insert a price: Hero: Title");
  await expect(picker).toBeVisible();
  // The row ends at the right: what appears on the left moves nothing.
  expect((await picker.boundingBox())?.x).toBeLessThan((await undo.boundingBox())?.x ?? 0);
  await undo.click();
  await expect.poll(stored).toBe("Ships by noon");
  const place = await undo.boundingBox();
  await undo.click();
  await expect.poll(stored).toBe(first);
  await expect(undo).toHaveCount(0);
  // A second click there must not open the picker.
  const { x, width } = (await picker.boundingBox()) ?? { x: Number.NaN, width: 0 };
  expect(x + width).toBeLessThan(place?.x ?? 0);

  await write("Ships by four");
  await as(
    site,
    mia,
    `update site_content set content_value = 'Ships when it ships' where ${text}`,
  );
  await page.reload();
  await expect(field).toHaveValue("Ships when it ships");
  await expect(undo).toHaveCount(0);
  await page.getByRole("button", { name: "Versions of Hero: Title" }).click();
  const dialog = page.getByRole("dialog");
  const versions = dialog.getByRole("listitem");
  await expect(versions.first()).toContainText(mia);
  await expect(versions.first().getByRole("insertion").first()).toContainText("when");
  await expect(versions.first()).toContainText("Current version");
  await expect(versions.nth(1)).toContainText(dana);
  await as(site, mia, `update site_content set content_value = 'Ships soon' where ${text}`);
  const restore = () =>
    versions
      .filter({ hasText: dana })
      .first()
      .getByRole("button", { name: /^Restore version/ });
  await restore().click();
  await expect(
    page.getByText(/Failed to restore: Someone changed this in the meantime/).first(),
  ).toBeVisible();
  expect(await stored()).toBe("Ships soon");
  await expect(versions.first().getByRole("insertion").first()).toContainText("soon");
  const restores = await countRequests(page, "**/rpc/history_restore");
  await pressTwice(restore());
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue("Ships by four");
  const [entry] = await site.sql`select * from history order by changed_at desc limit 1`;
  expect(entry).toMatchObject({ note: "Restored", actor_email: dana });
  expect(restores()).toBe(1);
});

test("shows who has a dialog or text open", async ({
  page,
  site,
  signIn,
  anotherBrowser,
  expectAccessible,
  expectConsole,
}) => {
  // The network may fail while the browser reports where it is.
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await namePerson(site, dana, "Dana Ortiz");
  await site.sql`insert into admins (user_id) select id from auth.users where email = ${mia}
    on conflict do nothing`;
  const colleague = await (await anotherBrowser()).newPage();
  await colleague.clock.install();
  await signIn("stranger", colleague);
  await signIn();
  const said = colleague.getByText("Dana Ortiz is editing this");
  /** Waits until Dana's browser has reported this many places, and Mia's has polled again. */
  const presenceUpdated = async (places: number) => {
    await expect
      .poll(async () => {
        const rows = await site.sql`select from private.presence p
          join auth.users u on u.id = p.person_id where u.email = ${dana} and p.until > now()`;
        return rows.length;
      })
      .toBe(places);
    await colleague.clock.fastForward(8_000);
  };

  const [service] = await site.sql`select id from services order by display_order limit 1`;
  const dialog = `/admin/services?edit=${service?.id}`;
  await page.goto(dialog);
  await colleague.goto(dialog);
  await presenceUpdated(1);
  await expect(colleague.getByRole("dialog").filter({ has: said })).toBeVisible();
  await inspect(colleague, "presence-dialog", () => expectAccessible(colleague));
  await expect(page.getByText(`${mia} is editing this`)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await presenceUpdated(0);
  await expect(said).toHaveCount(0);

  const texts = "/admin/content?tab=home";
  await page.goto(texts);
  await colleague.goto(texts);
  const field = page.getByLabel("Hero: Title", { exact: true });
  await field.focus();
  await presenceUpdated(1);
  await expect(said).toBeVisible();
  await inspect(colleague, "presence-field", () => expectAccessible(colleague));
  await page.getByLabel("Hero: Subtitle", { exact: true }).focus();
  await presenceUpdated(1);
  await expect(said).toHaveCount(1);

  await page.context().setOffline(true);
  // Requests sent before the network failed may arrive after the first of these.
  await expect
    .poll(async () => {
      await site.sql`update private.presence set until = now()`;
      await presenceUpdated(0);
      return said.count();
    })
    .toBe(0);
  await page.context().setOffline(false);
  await presenceUpdated(1);
  await expect(said).toBeVisible();
  await page.goto("/");
  await presenceUpdated(0);
  await expect(said).toHaveCount(0);

  const analytics = "/admin/settings?tab=analytics";
  await page.goto(analytics);
  await colleague.goto(analytics);
  await page.getByLabel("Measurement ID").focus();
  await presenceUpdated(1);
  await expect(said).toHaveCount(1);
  const lead = `/admin/contact-manager?open=${await add(site)}`;
  await page.goto(lead);
  await colleague.goto(lead);
  await presenceUpdated(1);
  await expect(reader(colleague).getByText("Dana Ortiz is here too")).toBeVisible();
  await reader(page).getByRole("link", { name: "Email" }).click();
  await presenceUpdated(2);
  const replying = reader(colleague).getByText("Dana Ortiz is replying");
  await expect(replying).toBeVisible();
  // Next to Send as well, for a colleague who is writing a reply too.
  await colleague.keyboard.press("e");
  await expect(replying).toHaveCount(2);
});
