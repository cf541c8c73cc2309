import { expect, PHONE, test } from "../../fixture.ts";
import { inspect, inspectHere } from "../../pictures.ts";
import { giveRightsBack, takeRightsAway, toasts } from "../steps.ts";
import { add, changeFirst, SCREEN, setStatus, statusOf, statusShown } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await signIn();
});

test("offers to mark a lead as contacted after an email", async ({ page, site }) => {
  const id = await add(site);
  await page.goto(SCREEN);
  // There is no mail program to open here.
  await page.evaluate(() =>
    window.addEventListener("click", (event) => {
      if ((event.target as Element).closest("a[href^='mailto:']")) event.preventDefault();
    }),
  );
  await page.getByRole("link", { name: "Email Ana Ruiz" }).click();
  await expect(toasts(page).getByText("Mark as Contacted?")).toBeVisible();
  expect(await statusOf(site, id)).toBe("new");
  await toasts(page).getByRole("button", { name: "Mark as Contacted" }).click();
  await expect(toasts(page).getByText("Status updated successfully")).toBeVisible();
  expect(await statusOf(site, id)).toBe("contacted");
});

test("changes a status at once", async ({ page, site }) => {
  const id = await add(site);
  await page.goto(SCREEN);
  await setStatus(page, "Contacted");
  await statusShown(page, "Contacted");
  await expect(toasts(page).getByText("Status updated successfully")).toBeVisible();
  await setStatus(page, "Closed");
  await expect.poll(() => statusOf(site, id)).toBe("closed");
  await page.reload();
  await statusShown(page, "Closed");
});

test("reverts the status offline", async ({ page, site, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED/);
  await add(site);
  await page.goto(SCREEN);
  await statusShown(page, "New");
  await context.setOffline(true);
  await setStatus(page, "Closed");
  await expect(toasts(page).getByText("Failed to update status")).toBeVisible();
  await expect(
    toasts(page).getByText("You're offline. Please check your connection"),
  ).toBeVisible();
  await statusShown(page, "New");
  const failed = page.getByRole("alert").getByText("Failed to load contact submissions");
  await expect(failed).toBeVisible();
  await context.setOffline(false);
  await expect(failed).toBeHidden();
  await statusShown(page, "New");
});

test("changes nothing without admin rights, and says why", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 403/);
  const id = await add(site);
  await page.goto(SCREEN);
  await statusShown(page, "New");
  await takeRightsAway(site, page);
  try {
    await setStatus(page, "Closed");
    await expect(toasts(page).getByText("Failed to update status")).toBeVisible();
    await expect(toasts(page).getByText("You no longer have access")).toBeVisible();
    await statusShown(page, "New");
    page.once("dialog", (dialog) => void dialog.accept());
    // By key: the list's own refusal appears above the row, and moves it away from a pointer.
    await page.getByRole("button", { name: "Delete Ana Ruiz" }).press("Enter");
    await expect(toasts(page).getByText("Failed to delete submission")).toBeVisible();
    await expect(page.getByRole("link", { name: "Ana Ruiz", exact: true })).toBeVisible();
    expect(await statusOf(site, id)).toBe("new");
  } finally {
    await giveRightsBack(site);
  }
});

test("asks before overwriting someone else's status, or one's own of another tab", async ({
  page,
  site,
  context,
}) => {
  const id = await add(site);
  await page.goto(SCREEN);
  await statusShown(page, "New");
  await changeFirst(
    page,
    () => site.sql`update contact_submissions set status = 'responded' where id = ${id}`,
  );
  await setStatus(page, "Closed");
  await expect(toasts(page).getByText(/^Someone else changed it to Responded on /)).toBeVisible();
  await statusShown(page, "Responded");
  await toasts(page).getByText("Set to Closed").click();
  await expect.poll(() => statusOf(site, id)).toBe("closed");
  await statusShown(page, "Closed");

  const other = await context.newPage();
  await other.goto(SCREEN);
  await changeFirst(page, async () => {
    await setStatus(other, "Contacted");
    await expect(toasts(other).getByText("Status updated successfully")).toBeVisible();
  });
  await setStatus(page, "Responded");
  await expect(toasts(page).getByText(/^You changed it to Contacted on /)).toBeVisible();
});

test("refuses to change what another tab deleted", async ({ page, site, context }) => {
  await add(site);
  await page.goto(SCREEN);
  await statusShown(page, "New");
  const other = await context.newPage();
  await other.goto(SCREEN);
  const asked: string[] = [];
  other.on("dialog", (dialog) => {
    asked.push(dialog.message());
    void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
  });
  for (const _ of [1, 2]) await other.getByRole("button", { name: "Delete Ana Ruiz" }).click();
  await expect(toasts(other).getByText("Submission deleted successfully")).toBeVisible();
  await expect(other.getByText("No contact submissions yet")).toBeVisible();
  expect(asked).toEqual(Array(2).fill("Are you sure you want to delete this submission?"));
  await setStatus(page, "Closed");
  await expect(toasts(page).getByText("Someone else just deleted it")).toBeVisible();
});

test("compares a waiting message with the promised answer time", async ({ page, site }) => {
  await add(site, { created_at: "2026-01-05T17:00:00Z" });
  await page.goto(SCREEN);
  await expect(page.getByText(/^Reply overdue since Jan\s5$/)).toBeVisible();
  await setStatus(page, "Responded");
  await expect(page.getByText(/overdue/)).toBeHidden();
});

test("every state is accessible, in light and dark, from phone to desktop", async ({
  page,
  site,
  expectAccessible,
}) => {
  test.slow();
  await page.goto(SCREEN);
  await expect(page.getByText("No contact submissions yet")).toBeVisible();
  await expect(page.getByText("0 total")).toBeVisible();
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeDisabled();
  await inspect(page, "submissions-empty", expectAccessible);
  await page.getByRole("searchbox").fill("nobody");
  await expect(page.getByText("No submissions match your filters")).toBeVisible();
  const message = `Our orders tripled after one clip 🕯️.\n\n${"A long story. ".repeat(30)}`;
  const failed = { mail_status: "failed", mail_attempts: 3 } as const;
  const id = await add(site, { ...failed, message, mail_last_error: "connect ECONNREFUSED" });
  await site.sql`insert into submission_notes (submission_id, author_email, body)
    values (${id}, 'lee@example.com', 'Asked for a quote.')`;
  const spam = await add(site, {
    name: "Ben Okafor",
    created_at: "2026-01-05T17:00:00Z",
    is_spam: true,
    spam_reason: "too fast",
  });
  await page.goto(SCREEN);
  await page.getByRole("button", { name: "More for Ana Ruiz" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  await inspectHere(page, "submissions-menu", expectAccessible);
  await page.goto(SCREEN);
  await page.getByRole("combobox", { name: /^Status of Ana Ruiz/ }).click();
  await expect(page.getByRole("listbox")).toBeVisible();
  await inspectHere(page, "submissions-status", expectAccessible);
  for (const [one, name] of [
    [id, "submissions-drawer"],
    [spam, "submissions-spam"],
  ] as const) {
    await page.goto(`${SCREEN}?open=${one}`);
    await expect(page.getByLabel("Add a note")).toBeVisible();
    await inspect(page, name, expectAccessible);
  }
  await page.getByLabel("Add a note").fill("Not yet.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await inspect(page, "leave-without-saving", expectAccessible);
});

test("on a phone each submission is a card, and nothing overflows", async ({
  page,
  site,
  expectAccessible,
}) => {
  const id = await add(site, {
    name: "W".repeat(200),
    email: `${"e".repeat(200)}@example.com`,
    business_name: "🕯️".repeat(60),
    platforms: ["P".repeat(100), "Etsy"],
    message: "m".repeat(3000),
  });
  await page.setViewportSize(PHONE);
  for (const address of [SCREEN, `${SCREEN}?open=${id}`]) {
    await page.goto(address);
    await expect(page.getByRole("link", { name: /^Email/ }).first()).toBeVisible();
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(sideways).toBe(0);
    await expectAccessible();
  }
});
