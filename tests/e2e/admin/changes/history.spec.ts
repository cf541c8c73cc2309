import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { add, reader } from "../inbox/submission-steps.ts";

const [dana, mia] = [people.admin.email, people.stranger.email];

/** What someone does who is signed in elsewhere, as the database sees it. */
const as = ({ sql }: Site, email: string, statement: string) =>
  sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims',
      json_build_object('sub', (select id from auth.users where email = ${email}))::text, true)`;
    await tx.unsafe(statement);
  });

test("a deleted service comes back from the history, at its place; the dashboard tells", async ({
  page,
  site,
  signIn,
}) => {
  const before = await site.sql`select * from services order by display_order, id`;
  const gone = before[1];
  await as(site, dana, `delete from services where id = '${gone?.id}'`);
  await signIn();
  await page.goto("/admin/dashboard");
  const latest = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `Services: ${gone?.title} deleted` });
  await expect(latest).toContainText(dana);
  await page.getByRole("link", { name: "All changes" }).click();
  await page.getByRole("button", { name: `Restore… Services: ${gone?.title} deleted` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("comes back")).toBeVisible();
  await dialog.getByRole("button", { name: "Restore this" }).click();
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: `Services: ${gone?.title} added` }),
  ).toContainText("Restored");
  const after = await site.sql`select * from services order by display_order, id`;
  const apart = (rows: typeof before) => rows.map(({ updated_at: _, ...row }) => row);
  expect(apart(after)).toEqual(apart(before));
});

test("a stretch of one page is undone after a look, but not what others changed since", async ({
  page,
  site,
  signIn,
}) => {
  await site.sql`delete from pricing_items`;
  await site.sql`insert into pricing_items (service_name, rate) values
    ('Storage', '$20 a pallet'), ('Returns', '$3 each')`;
  // The list takes whole minutes.
  await site.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update history set began_at = began_at - interval '1 hour',
      changed_at = changed_at - interval '1 hour'`;
  });
  await as(
    site,
    dana,
    `update pricing_items set rate = '$25 a pallet' where service_name = 'Storage'`,
  );
  await as(site, dana, `update pricing_items set rate = '$4 each' where service_name = 'Returns'`);
  await as(site, mia, `update pricing_items set rate = '$5 each' where service_name = 'Returns'`);
  await as(site, mia, `update services set title = title || ' now' where display_order = 1`);
  await signIn();
  const since = new Date(Date.now() - 30 * 60_000).toISOString();
  await page.goto(`/admin/history?page=pricing&person=${dana}&since=${since}`);
  await expect(
    page.getByRole("listitem").filter({ hasText: "Pricing: Returns changed" }),
  ).toContainText("$4 each");
  await expect(page.getByText(/Services:/)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo all since then…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText("Somebody changed this since, which would be undone too: Rate."),
  ).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: "Pricing: Returns" })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Pricing: Storage" })).toBeChecked();
  await expect(dialog.getByRole("deletion")).toHaveText(["5", "25"]);
  await dialog.getByRole("button", { name: "Restore this" }).click();
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible();
  const rates = await site.sql`select service_name, rate from pricing_items order by 1`;
  expect(rates).toEqual([
    { service_name: "Returns", rate: "$5 each" },
    { service_name: "Storage", rate: "$20 a pallet" },
  ]);
});

test("what changed after the look is not overwritten", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/409/);
  await as(site, dana, `update faq_items set answer = 'One' where display_order = 1`);
  await signIn();
  await page.goto("/admin/history?kind=faq_items");
  await page
    .getByRole("button", { name: /^Undo…/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("changes back")).toBeVisible();
  await as(site, mia, `update faq_items set answer = 'Two' where display_order = 1`);
  await dialog.getByRole("button", { name: "Restore this" }).click();
  await expect(
    page.getByText(/Failed to restore: Someone changed this meanwhile/).first(),
  ).toBeVisible();
  await expect(dialog.getByText(/Somebody changed this since/)).toBeVisible();
  const [row] = await site.sql`select answer from faq_items where display_order = 1`;
  expect(row?.answer).toBe("Two");
});

test("two people and one text: each undoes only what is their own, and any version comes back", async ({
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
  };
  await expect(undo).toHaveCount(0);
  await write("Ships by noon");
  await write("Ships by three");
  await page.reload();
  await undo.click();
  await expect.poll(stored).toBe("Ships by noon");
  await undo.click();
  await expect.poll(stored).toBe(first);
  await expect(undo).toHaveCount(0);

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
  await expect(versions.first()).toContainText("As it is now");
  await expect(versions.nth(1)).toContainText(dana);
  await as(site, mia, `update site_content set content_value = 'Ships soon' where ${text}`);
  const restore = () =>
    versions
      .filter({ hasText: dana })
      .first()
      .getByRole("button", { name: /^Restore this/ })
      .click();
  await restore();
  await expect(
    page.getByText(/Failed to restore: Someone changed this meanwhile/).first(),
  ).toBeVisible();
  expect(await stored()).toBe("Ships soon");
  await expect(versions.first().getByRole("insertion").first()).toContainText("soon");
  await restore();
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible();
  await expect(field).toHaveValue("Ships by four");
  const [entry] = await site.sql`select * from history order by changed_at desc limit 1`;
  expect(entry).toMatchObject({ note: "Restored", actor_email: dana });
});

test("long, empty, loading and failed, on a phone and wide", async ({
  page,
  site,
  signIn,
  expectAccessible,
  expectConsole,
}) => {
  test.slow();
  await as(
    site,
    mia,
    `update site_content set content_value = repeat('Word after word. ', 60)
    where page_name = 'home' and section_name = 'hero' and content_key = 'subtitle'`,
  );
  await as(
    site,
    dana,
    `update testimonials set quote = 'They ship.', author_company = 'Duarte Ceramics'
    where id = (select id from testimonials limit 1)`,
  );
  await signIn();
  await page.goto("/admin/history");
  await expect(page.getByText("Testimonials:").first()).toBeVisible();
  await inspect(page, "history", expectAccessible);
  await page
    .getByRole("button", { name: /^Undo… Texts: Home › Hero/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("changes back")).toBeVisible();
  await inspect(page, "history-look", expectAccessible);
  await page.keyboard.press("Escape");
  await page.goto("/admin/history?person=nobody@example.com");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await inspect(page, "history-empty", expectAccessible);
  expectConsole(/503|Failed to load resource/);
  await page.route("**/rpc/history_look", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/admin/history");
  await page
    .getByRole("button", { name: /^Undo… Texts: Home › Hero/ })
    .first()
    .click();
  await expect(
    page.getByRole("alert").getByText(/^Failed to find out what would change/),
  ).toBeVisible({ timeout: 30_000 });
  await page.route("**/rpc/history_list", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/admin/history");
  await expect(page.getByRole("alert").getByText(/^Failed to load the history/)).toBeVisible({
    timeout: 30_000,
  });
  await inspect(page, "history-failed", expectAccessible);
});

test("versions go back further than one page, and lead to all changes of their item", async ({
  page,
  site,
  signIn,
}) => {
  const [faq] = await site.sql`select * from faq_items where display_order = 2`;
  await site.sql.unsafe(`do $$ begin for number in 1..55 loop
    update faq_items set answer = 'Answer ' || number where id = '${faq?.id}'; end loop; end $$`);
  await as(site, mia, `update faq_items set answer = 'Other' where display_order = 3`);
  await signIn();
  await page.goto("/admin/faqs");
  await page.getByRole("button", { name: `Versions of ${faq?.question}` }).click();
  const dialog = page.getByRole("dialog");
  const first = dialog.getByText("Added", { exact: true });
  const older = dialog.getByRole("button", { name: "Show older versions" });
  await expect(older).toBeVisible();
  await expect(first).toHaveCount(0);
  await older.click();
  await expect(first).toBeVisible();
  await expect(older).toHaveCount(0);
  const entries = await site.sql`select from history where row_id = ${faq?.id}`;
  await expect(dialog.getByRole("button", { name: /^Restore this/ })).toHaveCount(
    entries.length - 1,
  );

  await dialog.getByRole("link", { name: "All changes of this item" }).click();
  await expect(page.getByText(`Only changes of ${faq?.question}`)).toBeVisible();
  const other = page.getByRole("listitem").filter({ hasText: "Other" });
  await expect(other).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "Show all items" }).click();
  await expect(other).toBeVisible();
  expect(new URL(page.url()).searchParams.get("kind")).toBe("faq_items");
});

test("who has a dialog or a text open is named to others until they leave, or fall silent", async ({
  page,
  site,
  signIn,
  anotherBrowser,
  expectAccessible,
}) => {
  await site.sql`update auth.users set raw_user_meta_data = '{"full_name": "Dana Ortiz"}'
    where email = ${dana}`;
  await site.sql`insert into admins (user_id) select id from auth.users where email = ${mia}
    on conflict do nothing`;
  const colleague = await (await anotherBrowser()).newPage();
  await colleague.clock.install();
  await signIn("stranger", colleague);
  await signIn();
  const said = colleague.getByText("Dana Ortiz is editing this");
  /** Until Dana's browser has said so many places, and Mia's has asked again. */
  const heard = async (places: number) => {
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
  await heard(1);
  await expect(colleague.getByRole("dialog").filter({ has: said })).toBeVisible();
  await inspect(colleague, "presence-dialog", () => expectAccessible(colleague));
  await expect(page.getByText(`${mia} is editing this`)).toBeVisible({ timeout: 15_000 });
  await page.getByRole("button", { name: "Cancel" }).click();
  await heard(0);
  await expect(said).toHaveCount(0);

  const texts = "/admin/content?tab=home";
  await page.goto(texts);
  await colleague.goto(texts);
  const field = page.getByLabel("Hero: Title", { exact: true });
  await field.focus();
  await heard(1);
  await expect(said).toBeVisible();
  await inspect(colleague, "presence-field", () => expectAccessible(colleague));
  await page.getByLabel("Hero: Subtitle", { exact: true }).focus();
  await heard(1);
  await expect(said).toHaveCount(1);

  await page.context().setOffline(true);
  // What was on its way when the network went may arrive after the first of these.
  await expect
    .poll(async () => {
      await site.sql`update private.presence set until = now()`;
      await heard(0);
      return said.count();
    })
    .toBe(0);
  await page.context().setOffline(false);
  await heard(1);
  await expect(said).toBeVisible();
  await page.goto("/");
  await heard(0);
  await expect(said).toHaveCount(0);

  const analytics = "/admin/settings?tab=analytics";
  await page.goto(analytics);
  await colleague.goto(analytics);
  await page.getByLabel("Measurement ID").focus();
  await heard(1);
  await expect(said).toHaveCount(1);
  const lead = `/admin/contact-manager?open=${await add(site)}`;
  await page.goto(lead);
  await colleague.goto(lead);
  await heard(1);
  await expect(reader(colleague).getByText("Dana Ortiz is here too")).toBeVisible();
  await reader(page).getByRole("link", { name: "Email" }).click();
  await heard(2);
  await expect(reader(colleague).getByText("Dana Ortiz is answering")).toBeVisible();
});
