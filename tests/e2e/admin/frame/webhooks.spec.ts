import type { Page } from "@playwright/test";
import { openReceiver, type Receiver } from "#tests/support/stand-ins/receiver.ts";
import { expect, PHONE, settled, test } from "../../fixture.ts";
import { shows } from "../../shows.ts";
import { add } from "../inbox/submission-steps.ts";
import { asksBeforeUnload, choose, countRequests, hold, pressTwice, toasts } from "../steps.ts";

const SCREEN = "/admin/webhooks";

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await openReceiver();
});
test.afterAll(() => receiver.close());
test.beforeEach(async ({ signIn, site }) => {
  await site.sql`delete from webhooks`;
  await signIn();
});

const rowOf = (page: Page, name: string) => page.getByRole("row", { name: new RegExp(name) });
const more = (page: Page, name: string) => page.getByRole("button", { name: `More for ${name}` });

async function fillIn(page: Page, name: string, path: string) {
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New webhook" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Address").fill(`${receiver.url}${path}`);
  return dialog;
}

async function addWarehouse(page: Page) {
  const dialog = await fillIn(page, "Warehouse", "/in");
  await dialog.getByRole("button", { name: "Create" }).click();
  const once = page.getByRole("dialog", { name: "Secret for Warehouse" });
  await once.getByRole("button", { name: "Done" }).click();
  await expect(once).toBeHidden();
  return once;
}

test("shows a webhook's secret once, tests it, and logs deliveries", async ({
  page,
  site,
  context,
  expectAccessible,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(SCREEN);
  await expect(page.getByText("No webhooks yet")).toBeVisible();
  const dialog = await fillIn(page, "Warehouse", "/in?key=hidden");
  await dialog.getByRole("button", { name: "Create" }).click();

  const once = page.getByRole("dialog", { name: "Secret for Warehouse" });
  const secret = once.getByLabel("Signing secret");
  await expect(secret).toHaveValue(/^whsec_/);
  const first = await secret.inputValue();
  await once.getByRole("button", { name: "Copy" }).click();
  await shows(toasts(page), "webhooks.copied", async () => {
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first);
  });
  await once.getByRole("button", { name: "Done" }).click();
  await expect(once).toBeHidden();
  await expect(rowOf(page, "Warehouse")).toContainText("Nothing sent yet");
  await expect(page.getByText("hidden")).toHaveCount(0);

  receiver.answers["/in?key=hidden"] = (response) =>
    void response.writeHead(503).end("closed for inventory");
  await page.getByRole("button", { name: "Send a test to Warehouse" }).click();
  await expect(toasts(page).getByText("Not delivered: The receiver returned 503")).toBeVisible();
  const log = page.getByRole("dialog", { name: "Log of Warehouse" });
  await expect(log.getByText("closed for inventory")).toBeVisible();
  await expect(log.getByText("If you can read it, the webhook works.")).toBeVisible();
  await expectAccessible();

  delete receiver.answers["/in?key=hidden"];
  await log.getByRole("button", { name: /^Send again: Test/ }).click();
  await expect(
    toasts(page).getByText("Delivered: The receiver returned 200").first(),
  ).toBeVisible();
  await expect(log.getByText("thank you")).toBeVisible();
  await log.getByRole("button", { name: "Close" }).click();
  await expect(rowOf(page, "Warehouse")).toContainText("Active");

  await add(site, { name: "Wren Castellane" });
  await page.getByRole("button", { name: "Log of Warehouse" }).click();
  const delivery = log.getByRole("listitem").filter({ hasText: "Lead created" });
  await expect(delivery).toContainText("Wren Castellane");
  await expect(delivery).toContainText("Delivered");
  await log.getByRole("button", { name: "Close" }).click();

  await choose(more(page, "Warehouse"), "New secret");
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(secret).toHaveValue(/^whsec_/);
  expect(await secret.inputValue()).not.toBe(first);
  await expect(once.getByText("The old secret also works for 24 hours")).toBeVisible();
  await once.getByRole("button", { name: "Done" }).click();
  await page.setViewportSize(PHONE);
  await expectAccessible();

  await choose(more(page, "Warehouse"), "Edit");
  const edit = page.getByRole("dialog", { name: "Edit webhook" });
  await expect(edit.getByLabel("Address")).toHaveValue("");
  await edit.getByLabel("Name").fill("Second warehouse");
  const warning = edit.getByText("A new address gets a new signing secret");
  await expect(warning).toBeHidden();
  await edit.getByLabel("Address").fill(`${receiver.url}/moved`);
  await expect(warning).toBeVisible();
  await expectAccessible();
  const rotated = (await site.sql`select secret from private.webhook_endpoints`)[0]?.secret;
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(toasts(page).getByText("Webhook saved").first()).toBeVisible();
  const moved = page.getByRole("dialog", { name: "Secret for Second warehouse" });
  await expect(moved.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
  expect(await moved.getByLabel("Signing secret").inputValue()).not.toBe(`whsec_${rotated}`);
  await expect(moved.getByText("The old secret also works for 24 hours")).toBeHidden();
  await moved.getByRole("button", { name: "Done" }).click();
  await choose(more(page, "Second warehouse"), "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText("Webhook deleted successfully!")).toBeVisible();
  await expect(page.getByText("No webhooks yet")).toBeVisible();

  // Slack checks no signature.
  const slack = await fillIn(page, "Slack #leads", "/slack");
  await slack.getByLabel("Format").selectOption("Slack");
  await slack.getByRole("button", { name: "Create" }).click();
  await expect(slack).toBeHidden();
  await expect(rowOf(page, "Slack #leads")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await more(page, "Slack #leads").click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "New secret" })).toHaveCount(0);
});

test("explains refused webhook actions", async ({ page, expectConsole }) => {
  expectConsole(/status of (500|400)/);
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("not allowed"));
  });
  await page.goto(SCREEN);
  const dialog = await fillIn(page, "Channel", "/in");
  await dialog.getByLabel("Address").fill("http://hooks.example.com/");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Failed to save the webhook: The address must start with https://, so the data is encrypted",
  );
  await dialog.getByLabel("Address").fill(`${receiver.url}/in`);
  await dialog.getByRole("button", { name: "Create" }).click();
  const once = page.getByRole("dialog", { name: "Secret for Channel" });
  await once.getByRole("button", { name: "Copy" }).click();
  await shows(toasts(page), "webhooks.copyFailed", async () => {
    await expect(once.getByLabel("Signing secret")).toHaveValue(/^whsec_/);
  });
  await once.getByRole("button", { name: "Done" }).click();

  await page.route(/rpc\/webhook_|webhook_deliveries|functions\/v1\/admin-webhook/, (route) =>
    route.fulfill({ status: 500, body: "{}" }),
  );
  await choose(more(page, "Channel"), "New secret");
  await page.getByRole("button", { name: "Create secret" }).click();
  await expect(toasts(page).getByText(/^Failed to create a new secret/)).toBeVisible();
  await choose(more(page, "Channel"), "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(toasts(page).getByText(/^Failed to delete the webhook/)).toBeVisible();
  await page.getByRole("button", { name: "Send a test to Channel" }).click();
  await expect(toasts(page).getByText(/^Failed to send/)).toBeVisible();
  const log = page.getByRole("dialog", { name: "Log of Channel" });
  await expect(log.getByText(/^Failed to load the log/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Failed to load webhooks/)).toBeVisible();
});

test("keeps the question open until the new secret is shown", async ({ page, site }) => {
  await page.goto("/admin/system");
  await page.getByRole("navigation", { name: "Admin" }).getByText("Webhooks").click();
  const once = await addWarehouse(page);
  const answer = Promise.withResolvers<void>();
  await page.route("**/rpc/webhook_rotate", async (route) => {
    const response = await route.fetch();
    await answer.promise;
    await route.fulfill({ response });
  });
  await choose(more(page, "Warehouse"), "New secret");
  const question = page.getByRole("alertdialog", { name: "Create a new secret for Warehouse?" });
  const secrets = await countRequests(page, "**/rpc/webhook_rotate");
  await pressTwice(question.getByRole("button", { name: "Create secret" }));
  await expect(question.getByText("Working…")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.goBack();
  await expect(page).toHaveURL(SCREEN);
  await expect(question).toBeVisible();
  await page.goBack();
  const leaving = page.getByRole("alertdialog", { name: "Leave before the secret is shown?" });
  await leaving.getByRole("button", { name: "Stay here" }).click();
  expect(await asksBeforeUnload(page)).toBe(true);

  // The secret doesn't wait for the list, either.
  await page.route("**/rpc/webhook_list", () => {});
  answer.resolve();
  const secret = once.getByLabel("Signing secret");
  await expect(secret).toHaveValue(/^whsec_/);
  const [stored] = await site.sql`select secret from private.webhook_endpoints`;
  await expect(secret).toHaveValue(`whsec_${stored?.secret}`);
  await expect(question).toBeHidden();
  expect(await asksBeforeUnload(page)).toBe(false);
  // A second one would end the old secret, which the receiver still uses.
  expect(secrets()).toBe(1);
});

test("doesn't open the log of a test over another dialog", async ({ page }) => {
  await page.goto(SCREEN);
  await addWarehouse(page);
  const test = await hold(page, "**/functions/v1/admin-webhook");
  // The dialog hides it from the accessibility tree.
  const send = page.getByRole("button", { name: "Send a test to Warehouse", includeHidden: true });
  await send.click();
  await choose(more(page, "Warehouse"), "Edit");
  const edit = page.getByRole("dialog", { name: "Edit webhook" });
  await edit.getByLabel("Name").fill("Depot");
  await expect(send).toHaveAttribute("aria-busy", "true");
  test.release();
  await expect(toasts(page).getByText("Delivered: The receiver returned 200")).toBeVisible();
  await expect(send).not.toHaveAttribute("aria-busy", "true");
  await page.evaluate(settled);
  await expect(page.getByRole("dialog", { name: "Log of Warehouse" })).toHaveCount(0);
  await edit.getByRole("button", { name: "Save changes" }).click();
  await expect(rowOf(page, "Depot")).toBeVisible();
});

test("shows why a new webhook is refused, without scrolling", async ({ page, expectConsole }) => {
  expectConsole(/status of 400/);
  await page.setViewportSize(PHONE);
  await page.goto(SCREEN);
  const dialog = await fillIn(page, " ", "/in");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(dialog.getByText(/^Failed to save the webhook: /)).toBeInViewport({ ratio: 1 });
});

test("saves what is typed while a new webhook is saved to that one", async ({ page, site }) => {
  await page.goto(SCREEN);
  const save = await hold(page, "**/rpc/webhook_save");
  const dialog = await fillIn(page, "Warehouse", "/in");
  await dialog.getByRole("button", { name: "Create" }).click();
  await save.asked();
  await dialog.getByLabel("Name").fill("Warehouse North");
  save.release();
  await page
    .getByRole("dialog", { name: "Edit webhook" })
    .getByRole("button", { name: "Save changes" })
    .click();
  await page
    .getByRole("dialog", { name: "Secret for Warehouse" })
    .getByRole("button", { name: "Done" })
    .click();
  await expect(rowOf(page, "Warehouse North")).toBeVisible();
  expect(await site.sql`select name from webhooks`).toEqual([{ name: "Warehouse North" }]);
});
