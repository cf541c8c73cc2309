import { fromNow } from "#tests/support/clock.ts";
import { expect, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { choose, countRequests, namePerson, pressTwice } from "../steps.ts";
import { as, dana, mia } from "./history-steps.ts";

test.beforeEach(({ signIn }) => signIn());

test("restores a deleted service at its place, shown on the dashboard", async ({ page, site }) => {
  const before = await site.sql`select * from services order by display_order, id`;
  const gone = before[1];
  await as(site, dana, `delete from services where id = '${gone?.id}'`);
  await page.goto("/admin/dashboard");
  const latest = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ hasText: `Services: ${gone?.title} deleted` });
  await expect(latest).toContainText(dana);
  await page.getByRole("link", { name: "All changes" }).click();
  await page.getByRole("button", { name: `Restore… Services: ${gone?.title} deleted` }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("will be restored")).toBeVisible();
  // When the values arrive, the button moves away from a pointer.
  await expect(dialog.getByRole("term").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Restore version" }).click();
  await expect(page.getByText("Restored", { exact: true }).first()).toBeVisible();
  await expect(
    page.getByRole("listitem").filter({ hasText: `Services: ${gone?.title} added` }),
  ).toContainText("Restored");
  await expect(
    page.getByRole("listitem").filter({ hasText: "Initial content added" }),
  ).toContainText("The server");
  const after = await site.sql`select * from services order by display_order, id`;
  const apart = (rows: typeof before) => rows.map(({ updated_at: _, ...row }) => row);
  expect(apart(after)).toEqual(apart(before));
});

test("names people, and shows addresses for a shared name", async ({ page, site }) => {
  const [gone, left] = await site.sql`select * from services order by display_order, id`;
  await namePerson(site, dana, "Dana Ortiz");
  await as(site, dana, `delete from services where id = '${gone?.id}'`);
  await as(site, mia, `update services set title = 'Kitting' where id = '${left?.id}'`);
  await site.sql`insert into backup_downloads (person_id, email, backup)
    select id, email, '20261122T110000Z' from auth.users where email = ${dana}`;
  await page.goto("/admin/dashboard");
  const change = (title: string) =>
    page.getByRole("main").getByRole("listitem").filter({ hasText: title });
  await expect(change(`Services: ${gone?.title} deleted`)).toContainText("Dana Ortiz");
  await expect(change("Services: Kitting changed")).toContainText(mia);
  await page.getByRole("link", { name: "All changes" }).click();
  await expect(change(`Services: ${gone?.title} deleted`)).toContainText("Dana Ortiz");
  await expect(page.getByRole("main").getByText(dana)).toHaveCount(0);
  await choose(page.getByRole("combobox", { name: "Person" }), "Dana Ortiz");
  await expect(change("Services: Kitting changed")).toHaveCount(0);
  await expect(change(`Services: ${gone?.title} deleted`)).toBeVisible();
  await page.goto("/admin/system");
  await expect(page.getByText("Backup downloaded by Dana Ortiz")).toBeVisible();
  await namePerson(site, mia, "dana ortiz");
  await page.goto("/admin/history");
  await expect(change(`Services: ${gone?.title} deleted`)).toContainText(dana);
  await expect(change("Services: Kitting changed")).toContainText(mia);
});

test("undoes a reviewed period, but not later changes by others", async ({ page, site }) => {
  await site.sql`delete from pricing_items`;
  await site.sql`insert into pricing_items (service_name, rate) values
    ('Storage', '$20 a pallet'), ('Returns', '$3 each')`;
  // The list shows whole minutes.
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
  const since = fromNow(-30 * 60_000).toISOString();
  await page.goto(`/admin/history?page=pricing&person=${dana}&since=${since}`);
  await expect(
    page.getByRole("listitem").filter({ hasText: "Pricing: Returns changed" }),
  ).toContainText("$4 each");
  // Each time names the company's time zone, as the times of sets do.
  const time = page.getByRole("listitem").filter({ hasText: "Pricing: Returns changed" });
  await expect(time.getByRole("time").first()).toHaveText(/^\d{1,2}:\d\d [AP]M P[SD]T$/);
  await expect(page.getByText(/Services:/)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo everything since then…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(
    dialog.getByText(/^\S+@\S+ edited this later on .+\. Restoring also undoes that edit: Rate\.$/),
  ).toContainText(mia);
  await expect(dialog.getByRole("checkbox", { name: "Pricing: Returns" })).not.toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: "Pricing: Storage" })).toBeChecked();
  await expect(dialog.getByRole("deletion")).toHaveText(["$5 each", "$25 a pallet"]);
  await expect(dialog).toContainText("Review before undoing.");
  const undos = await countRequests(page, "**/rpc/history_restore");
  await pressTwice(dialog.getByRole("button", { name: "Undo 1 change" }));
  await expect(page.getByText("Undone", { exact: true }).first()).toBeVisible();
  const rates = await site.sql`select service_name, rate from pricing_items order by 1`;
  expect(rates).toEqual([
    { service_name: "Returns", rate: "$5 each" },
    { service_name: "Storage", rate: "$20 a pallet" },
  ]);
  expect(undos()).toBe(1);
});

test("starts at the time that is typed over another", async ({ page }) => {
  await page.goto("/admin/history?since=2026-01-05T17:30:00.000Z");
  await page.getByLabel("Since").focus();
  await page.keyboard.type("02062025");
  await expect(page).toHaveURL(/since=2025-02-06T17%3A30%3A00\.000Z/);
});

test("does not overwrite what changed after the review", async ({ page, site, expectConsole }) => {
  expectConsole(/409/);
  await as(site, dana, `update faq_items set answer = 'One' where display_order = 1`);
  await page.goto("/admin/history?kind=faq_items");
  await page
    .getByRole("button", { name: /^Undo…/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("will change back")).toBeVisible();
  await as(site, mia, `update faq_items set answer = 'Two' where display_order = 1`);
  await dialog.getByRole("button", { name: "Undo 1 change" }).click();
  await expect(
    page.getByText(/Failed to undo that: Someone changed this in the meantime/).first(),
  ).toBeVisible();
  await expect(dialog.getByText(`${mia} edited this later on`)).toBeVisible();
  const [row] = await site.sql`select answer from faq_items where display_order = 1`;
  expect(row?.answer).toBe("Two");
});

test("long, empty, loading and failed, on a phone and wide", async ({
  page,
  site,
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
  await page.goto("/admin/history");
  await expect(page.getByText("Testimonials:").first()).toBeVisible();
  await inspect(page, "history", expectAccessible);
  await page
    .getByRole("button", { name: /^Undo… Texts: Home › Hero/ })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("will change back")).toBeVisible();
  await inspect(page, "history-look", expectAccessible);
  await page.keyboard.press("Escape");
  await page.goto("/admin/history?person=nobody@example.com");
  await expect(page.getByText("No matches")).toBeVisible();
  await inspect(page, "history-empty", expectAccessible);
  expectConsole(/503|Failed to load resource/);
  await page.route("**/rpc/history_look", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/admin/history");
  await page
    .getByRole("button", { name: /^Undo… Texts: Home › Hero/ })
    .first()
    .click();
  await expect(page.getByRole("alert").getByText(/^Failed to load the changes/)).toBeVisible({
    timeout: 30_000,
  });
  await page.route("**/rpc/history_list", (route) => route.fulfill({ status: 503, body: "{}" }));
  await page.goto("/admin/history");
  await expect(page.getByRole("alert").getByText(/^Failed to load the history/)).toBeVisible({
    timeout: 30_000,
  });
  await inspect(page, "history-failed", expectAccessible);
});

test("pages through versions, and links to all changes of the item", async ({ page, site }) => {
  const [faq] = await site.sql`select * from faq_items where display_order = 2`;
  await site.sql.unsafe(`do $$ begin for number in 1..55 loop
    update faq_items set answer = 'Answer ' || number where id = '${faq?.id}'; end loop; end $$`);
  await as(site, mia, `update faq_items set answer = 'Other' where display_order = 3`);
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
  await expect(dialog.getByRole("button", { name: /^Restore version/ })).toHaveCount(
    entries.length - 1,
  );

  await dialog.getByRole("link", { name: "All changes to this item" }).click();
  await expect(page.getByText(`Only changes to ${faq?.question}`)).toBeVisible();
  const other = page.getByRole("listitem").filter({ hasText: "Other" });
  await expect(other).toHaveCount(0);
  await page.reload();
  const showAll = page.getByRole("button", { name: "Show all items" });
  const named = page.getByText(`Only changes to ${faq?.question}`);
  await expect(named).toBeVisible();
  // To the left of the name, it stays in place when that arrives.
  expect((await showAll.boundingBox())?.x).toBeLessThan((await named.boundingBox())?.x ?? 0);
  await showAll.click();
  await expect(other).toBeVisible();
  expect(new URL(page.url()).searchParams.get("kind")).toBe("faq_items");
});
