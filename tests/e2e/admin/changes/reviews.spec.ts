import type { Page } from "@playwright/test";
import { withTablesRestored } from "#tests/support/samples/site-rows.ts";
import type { Site } from "#tests/support/site.ts";
import { expect, people, test } from "../../fixture.ts";
import { inspect } from "../../pictures.ts";
import { shows } from "../../shows.ts";
import { toasts } from "../steps.ts";
import {
  bar,
  begin,
  goesTo,
  liveTitle,
  nameSet,
  press,
  publishNow,
  state,
  title,
  write,
} from "./set-steps.ts";

const { stranger } = people;

// Not after each: a page that is still open would be refused what it reads.
test.beforeEach(async ({ site }) => {
  await site.sql`delete from private.publishing_rules`;
  await site.sql`delete from staff`;
});
/** The second person is an editor. */
test.beforeEach(async ({ site }) => {
  await site.sql`delete from change_sets`;
  await site.sql`insert into staff (user_id, is_editor)
    select id, true from auth.users where email = ${stranger.email} on conflict do nothing`;
});

const editorsNeedApproval = (site: Site) =>
  site.sql`insert into private.publishing_rules values ('editor')`;
const reviewOf = (page: Page) => page.getByRole("dialog", { name: "Review of Black Friday" });
const TITLE = "Texts: Home › Hero › Title";

/** Sends the active set to the admin. */
async function send(page: Page, message = "") {
  const dialog = page.getByRole("dialog", { name: "Send Black Friday for review" });
  await dialog.getByLabel("Reviewer").selectOption({ label: people.admin.email });
  await dialog.getByLabel("Message").fill(message);
  await dialog.getByRole("button", { name: "Send for review" }).dblclick();
  await expect(toasts(page).getByText(`Sent to ${people.admin.email} for review`)).toBeVisible();
}

test("an editor's set is reviewed, changed, approved and published", async ({
  page,
  site,
  signIn,
  anotherBrowser,
  expectAccessible,
}) => {
  test.slow();
  await withTablesRestored(site.sql, ["site_content"], async () => {
    await editorsNeedApproval(site);
    const before = await liveTitle(site);
    const editor = await (await anotherBrowser()).newPage();
    await signIn("stranger", editor);
    await editor.goto("/admin/content?tab=home");
    await expect(bar(editor)).toContainText(
      "Your changes need approval. Save them to a change set and send it for review.",
    );
    await begin(editor);
    await write(editor, "Half off all of November", "1 change");
    await press(editor, "Publish");
    const refusal = editor.getByRole("alertdialog", {
      name: "Black Friday needs approval first",
    });
    await refusal.getByRole("button", { name: "Send for review…" }).click();
    await send(editor, "Is “half” right?");

    // The reviewer
    await signIn();
    await page.goto("/admin");
    await page.getByRole("link", { name: "Black Friday is waiting for your review" }).click();
    const review = reviewOf(page);
    await expect(review.getByRole("status").first()).toContainText(
      `${stranger.email} asked you for a review`,
    );
    await expect(review.getByText("Is “half” right?")).toBeVisible();
    await review.getByRole("button", { name: "Preview set" }).click();
    const preview = page.getByRole("dialog", { name: "Preview of Black Friday" });
    const previewed = page.frameLocator('iframe[title="Page preview"]');
    await expect(previewed.getByRole("heading", { level: 1 })).toHaveText(
      "Half off all of November",
    );
    await preview.getByRole("button", { name: "Close" }).click();
    await press(page, "Review");
    await review.getByRole("button", { name: `Comment on ${TITLE}` }).click();
    await review.getByLabel(`Comment on ${TITLE}`).fill("A third, please.");
    await review.getByRole("button", { name: "Add comment" }).first().dblclick();
    const onTitle = review.getByRole("list", { name: `Comments on ${TITLE}` });
    await expect(onTitle.getByRole("listitem")).toHaveText(/A third, please\./);
    await inspect(page, "set-review-answer", expectAccessible);
    await review.getByRole("button", { name: "Review", exact: true }).click();
    await expect(review.getByLabel("Comment on the whole set")).toBeFocused();
    await review.getByRole("button", { name: "Ask for changes" }).dblclick();
    await expect(toasts(page).getByText("You asked for changes in Black Friday")).toBeVisible();

    // Back to the editor
    await editor.goto("/admin");
    await editor.getByRole("link", { name: "Black Friday needs changes" }).click();
    await expect(reviewOf(editor).getByText("A third, please.")).toBeVisible();
    await reviewOf(editor)
      .getByRole("button", { name: `Mark as done the comment by ${people.admin.email}` })
      .click();
    await expect(reviewOf(editor).getByText("1 comment is done")).toBeVisible();
    await expect(reviewOf(editor).getByRole("button", { name: "Publish" })).toBeDisabled();
    await expect(reviewOf(editor)).toContainText("Someone else has to approve this first");
    await editor.keyboard.press("Escape");
    await editor.getByRole("tab", { name: "Home" }).click();
    await title(editor).fill("A third off all of November");
    await title(editor).blur();
    await expect(editor.getByText("Saved", { exact: true })).toBeVisible();
    await press(editor, "Review");
    await reviewOf(editor).getByRole("button", { name: "Send for review…" }).click();
    await send(editor);

    await page.reload();
    await press(page, "Review");
    await review.getByRole("button", { name: "Approve" }).dblclick();
    await expect(toasts(page).getByText("You approved Black Friday")).toBeVisible();
    await expect(review.getByRole("status").first()).toContainText("You approved this on");
    await inspect(page, "set-review-approved", expectAccessible);

    expect(await liveTitle(site)).toBe(before);
    await editor.reload();
    await press(editor, "Publish");
    const question = editor.getByRole("alertdialog", { name: "Publish Black Friday?" });
    await expect(question).toContainText("It has 1 open comment.");
    await publishNow(editor);
    await expect(toasts(editor).getByText("Black Friday is live now")).toBeVisible();
    await expect(toasts(editor).getByRole("button", { name: "Undo" })).toHaveCount(0);
    expect(await liveTitle(site)).toBe("A third off all of November");

    const mails = async () =>
      (await site.outbox()).map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`);
    await expect
      .poll(mails)
      .toEqual(
        expect.arrayContaining([
          expect.stringMatching(`${people.admin.email}: A change set .+ needs your review`),
          expect.stringMatching(`${stranger.email}: Your change set .+ needs changes`),
          expect.stringMatching(`${stranger.email}: Your change set .+ is approved`),
        ]),
      );
    const [asked] = (await site.outbox()).filter(({ subject = "" }) =>
      subject.includes("needs your review"),
    );
    expect(asked?.text).toContain(' asked you to review "Black Friday".\n\n> Is “half” right?\n');
    expect(asked?.replyTo).toMatchObject([{ address: stranger.email }]);
    expect(asked?.text).toMatch(/\/admin\/content\?review=[0-9a-f-]{36}\n/);
  });
});

test("opens a review by link, and says when its set is gone", async ({ page, site, signIn }) => {
  await signIn();
  const [set] = await site.sql`insert into change_sets (name) values ('Black Friday')
    returning id`;
  const link = `/admin/content?review=${set?.id}`;
  await page.goto(link);
  await expect(reviewOf(page).getByText("No changes yet")).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/content(\?tab=\w+)?$/);
  await page.keyboard.press("Escape");
  await page.reload();
  await expect(state(page)).toContainText("0 changes in Black Friday");
  await expect(reviewOf(page)).toBeHidden();
  await site.sql`delete from change_sets`;
  await page.goto(link);
  await shows(toasts(page), "sets.gone", async () => {
    expect(await site.sql`select from change_sets where id = ${set?.id}`).toEqual([]);
  });
});

test("opens a review that began after the tab last loaded the sets", async ({
  page,
  site,
  signIn,
}) => {
  await signIn();
  await page.goto("/admin/content");
  await expect(goesTo(page).getByRole("option")).toHaveText(["The live site", "New set…"]);
  await site.sql`with made as (insert into change_sets (name) values ('Black Friday') returning id)
    insert into private.set_reviews (set_id, asked_by, reviewer)
    select made.id, s.id, a.id from made, auth.users s, auth.users a
    where s.email = ${stranger.email} and a.email = ${people.admin.email}`;
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await page.getByRole("link", { name: "Black Friday is waiting for your review" }).click();
  await expect(reviewOf(page).getByText("No changes yet")).toBeVisible();
  await expect(toasts(page).getByText("published or discarded")).toHaveCount(0);
});

test("keeps an unsent comment through a refusal, closing and a reload", async ({
  page,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 503|ERR_FAILED/);
  await signIn();
  await page.goto("/admin/content?tab=home");
  await begin(page);
  await write(page, "Half off 📦", "1 change");
  await press(page, "Review");
  const field = reviewOf(page).getByLabel("Comment on the whole set");
  const words = `Why? ${"x".repeat(300)} 📦`;
  await field.fill("x".repeat(2001));
  await reviewOf(page).getByRole("button", { name: "Add comment" }).click();
  await expect(field).toHaveAccessibleDescription(
    "Please use at most 2,000 characters. This has 2,001.",
  );
  await field.fill(words);
  const call = "**/rest/v1/rpc/set_comment";
  await page.route(call, (route) => route.abort());
  await reviewOf(page).getByRole("button", { name: "Add comment" }).click();
  await expect(reviewOf(page).getByText(/^Failed to add the comment: /)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(reviewOf(page)).toBeHidden();
  await page.reload();
  await press(page, "Review");
  await expect(field).toHaveValue(words);
  await page.unroute(call);
  await reviewOf(page).getByRole("button", { name: "Add comment" }).dblclick();
  const comments = reviewOf(page).getByRole("list", { name: "Comments" });
  await expect(comments.getByRole("listitem")).toHaveText(/📦/);
  await expect(field).toHaveValue("");
});

test("reports each step of a review that fails", async ({ page, site, signIn, expectConsole }) => {
  expectConsole(/ERR_FAILED/);
  await signIn();
  await page.goto("/admin/content?tab=home");
  await begin(page);
  await write(page, "Half off", "1 change");
  const review = reviewOf(page);
  const failing = async (name: string, work: () => Promise<void>) => {
    const call = `**/rest/v1/rpc/${name}`;
    await page.route(call, (route) => route.abort());
    await work();
    await page.unroute(call);
  };

  await press(page, "Review");
  const sending = page.getByRole("dialog", { name: "Send Black Friday for review" });
  await failing("set_reviewers", async () => {
    await review.getByRole("button", { name: "Send for review…" }).click();
    await expect(sending.getByText(/^Failed to load your colleagues: /)).toBeVisible();
  });
  await sending.getByRole("button", { name: "Try again" }).click();
  await sending.getByLabel("Message").fill("x".repeat(2001));
  await sending.getByRole("button", { name: "Send for review" }).click();
  await expect(sending.getByLabel("Message")).toHaveAccessibleDescription(
    /at most 2,000 characters\. This has 2,001\./,
  );
  await sending.getByLabel("Message").fill("Please look 📦");
  await failing("set_ask_review", async () => {
    await sending.getByRole("button", { name: "Send for review" }).click();
    await expect(sending.getByText(/^Failed to send the set for review: /)).toBeVisible();
  });
  await expect(sending.getByLabel("Message")).toHaveValue("Please look 📦");
  expect(await site.sql`select from private.set_reviews`).toEqual([]);
  await sending.getByRole("button", { name: "Cancel" }).click();
  await press(page, "Review");
  await review.getByRole("button", { name: "Send for review…" }).click();
  await expect(sending.getByLabel("Message")).toHaveValue("Please look 📦");
  await sending.getByRole("button", { name: "Send for review" }).click();
  await expect(toasts(page).getByText(`Sent to ${stranger.email} for review`)).toBeVisible();
  await site.sql`delete from private.set_reviews`;
  await site.sql`delete from private.set_comments`;
  await page.reload();
  await press(page, "Review");
  await review.getByRole("button", { name: "Send for review…" }).click();
  await expect(sending.getByLabel("Message")).toHaveValue("");
  await sending.getByRole("button", { name: "Cancel" }).click();

  await site.sql`insert into private.set_reviews (set_id, asked_by, reviewer)
    select c.id, s.id, a.id from change_sets c, auth.users s, auth.users a
    where s.email = ${stranger.email} and a.email = ${people.admin.email}`;
  await site.sql`insert into private.set_comments (set_id, message)
    select id, 'Why?' from change_sets`;
  await press(page, "Review");
  await failing("set_answer_review", async () => {
    await review.getByRole("button", { name: "Ask for changes" }).click();
    await expect(review.getByText(/^Failed to submit your review: /)).toBeVisible();
  });
  await failing("set_comment_done", async () => {
    await review.getByRole("button", { name: /^Mark as done/ }).click();
    await expect(toasts(page).getByText("Failed to change the comment")).toBeVisible();
  });
  expect(await site.sql`select verdict from private.set_reviews`).toEqual([{ verdict: null }]);
});

test("moves what an editor typed into the live site to a new set when it needs approval", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await editorsNeedApproval(site);
  const before = await liveTitle(site);
  await signIn("stranger");
  await page.goto("/admin/content?tab=home");
  await title(page).fill("Half off");
  await title(page).blur();
  await expect(
    page.getByText(/Your changes need approval\. Save them to a change set and send/).last(),
  ).toBeVisible();
  await expect(title(page)).toHaveValue("Half off");
  expect(await liveTitle(site)).toBe(before);

  await press(page, "New set…");
  await nameSet(page, "Black Friday");
  await expect(goesTo(page)).toBeFocused();
  await expect(title(page)).toHaveValue("Half off");
  await title(page).focus();
  await title(page).blur();
  await expect(state(page)).toHaveText("1 change in Black Friday. Not visible to visitors yet.");
  expect(await liveTitle(site)).toBe(before);
});

test("says that a scheduled set still needs approval", async ({ page, site, signIn }) => {
  await editorsNeedApproval(site);
  await signIn("stranger");
  await page.goto("/admin/content?tab=home");
  await begin(page);
  await expect(
    page.getByText("Changes are saved to Black Friday. They go live when it's published."),
  ).toBeVisible();
  await write(page, "Half off", "1 change");
  await press(page, "Schedule…");
  const dialog = page.getByRole("dialog", { name: "Schedule Black Friday" });
  await dialog.getByLabel("Publish at").fill("2090-11-27T08:00");
  await dialog.getByRole("button", { name: "Save schedule" }).click();
  await expect(
    toasts(page).getByRole("group").filter({ hasText: "It goes live on Nov 27, 2090" }),
  ).toContainText("Someone else has to approve it first.");
  await expect(state(page)).toHaveText(
    /It goes live on Nov 27, 2090, 8:00 AM PST\. Someone else has to approve it first\.$/,
  );
});

test("says who can undo what would need approval", async ({
  page,
  site,
  signIn,
  expectConsole,
}) => {
  expectConsole(/status of 409/);
  await withTablesRestored(site.sql, ["faq_items"], async () => {
    await site.sql`update faq_items set answer = 'One' where display_order = 1`;
    await editorsNeedApproval(site);
    await signIn("stranger");
    await page.goto("/admin/history?kind=faq_items");
    await page
      .getByRole("button", { name: /^Undo…/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo 1 change" }).click();
    await expect(
      toasts(page).getByText(
        "Failed to undo that: This needs approval. Ask a colleague who can publish without it",
      ),
    ).toBeVisible();
  });
});
