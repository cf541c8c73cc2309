import { expect, test } from "vitest";
import { formatted } from "./formats.ts";

const lead = {
  id: "00000000-0000-4000-8000-000000000001",
  status: "new",
  likely_spam: false,
  name: "Ana <!channel> & [Ruiz](https://evil.test)",
  email: "ana@example.com",
  business_name: "Nails\nCo",
  monthly_volume: "0-50",
  platforms: ["Etsy", "<https://evil.test|Shopify>"],
  message: "Hello\n<https://evil.test|our site> & more",
};
const event = (type: string, data: object) => JSON.stringify({ type, version: 1, data });
const created = event("lead.created", { lead, previous_status: null });
const moved = event("lead.status_changed", {
  lead: { ...lead, status: "contacted" },
  previous_status: "new",
});
const parsed = (format: "slack" | "teams", payload: string) =>
  JSON.parse(formatted({ format, payload }, "https://site.test"));

test("sends the standard format exactly as stored", () => {
  expect(formatted({ format: "standard", payload: '{"b" : 1,"a":2}' })).toBe('{"b" : 1,"a":2}');
});

test("escapes links, mentions and formatting for Slack", () => {
  const message = parsed("slack", created);
  expect(message.text).toBe(
    "New lead from Ana &lt;!channel&gt; &amp; [Ruiz](https://evil.test), Nails Co",
  );
  const texts = message.blocks.map((block: { text: { text: string } }) => block.text.text);
  expect(texts).toEqual([
    `*${message.text}*`,
    "Email: ana@example.com\nMonthly volume: 0-50\nPlatforms: Etsy, &lt;https://evil.test|Shopify&gt;",
    ">Hello\n>&lt;https://evil.test|our site&gt; &amp; more",
    `<https://site.test/admin/contact-manager?open=${lead.id}|Open it in the admin>`,
  ]);
  for (const { text } of message.blocks) expect(text).toMatchObject({ verbatim: true });
});

test("Teams gets a card of text runs, which read no Markdown, and one link of ours", () => {
  const [{ content, contentType }] = parsed("teams", created).attachments;
  expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
  expect(content.type).toBe("AdaptiveCard");
  for (const block of content.body) expect(block.type).toBe("RichTextBlock");
  const texts = content.body.map((block: { inlines: [{ text: string }] }) => block.inlines[0].text);
  expect(texts[0]).toBe("New lead from Ana <!channel> & [Ruiz](https://evil.test), Nails Co");
  expect(texts.at(-1)).toBe(lead.message);
  expect(content.actions).toEqual([
    {
      type: "Action.OpenUrl",
      title: "Open it in the admin",
      url: `https://site.test/admin/contact-manager?open=${lead.id}`,
    },
  ]);
});

test("describes a status change and a test", () => {
  expect(parsed("slack", moved).text).toMatch(/, Nails Co: New → Contacted$/);
  expect(parsed("slack", moved).blocks).toHaveLength(2);
  const about = event("test", { message: "It works.", company: "Evergreen" });
  expect(parsed("slack", about)).toMatchObject({ text: "A test from Evergreen" });
  expect(parsed("teams", about).attachments[0].content.body).toHaveLength(2);
});

test("describes what became of a lead", () => {
  const texts = (type: string, more: object) =>
    parsed("slack", event(type, { lead: { ...lead, ...more } })).blocks.map(
      (one: { text: { text: string } }) => one.text.text,
    );
  expect(texts("lead.won", { monthly_value: 2_500 }).slice(0, 2)).toEqual([
    expect.stringMatching(/, Nails Co: Won\*$/),
    "Monthly value: $2,500",
  ]);
  expect(
    texts("lead.lost", { monthly_value: null, lost_reason: "<!channel>" }).slice(0, 2),
  ).toEqual([expect.stringMatching(/, Nails Co: Lost\*$/), "Reason: &lt;!channel&gt;"]);
});

test("describes an answer by email, and quotes its beginning", () => {
  const reply = { from: "ana@example.com", subject: null, text: `  ${"Yes & no. ".repeat(100)}` };
  const texts = (more: object) =>
    parsed("slack", event("lead.replied", { reply: { ...reply, ...more }, lead })).blocks.map(
      (one: { text: { text: string } }) => one.text.text,
    );
  const [title, facts, quote] = texts({});
  expect(title).toMatch(/, Nails Co replied\*$/);
  expect(facts).toBe("Email: ana@example.com");
  expect(quote).toMatch(/^>Yes &amp; no\. .*…$/);
  expect(texts({ subject: "Re: <boxes>", text: null }).slice(1, 2)).toEqual([
    "Email: ana@example.com\nSubject: Re: &lt;boxes&gt;",
  ]);
});

test("describes a booking's source, and links to its lead", () => {
  const booking = { id: lead.id, source: "google", landing_page: null };
  const unknown = parsed("slack", event("booking.created", { booking, lead: null }));
  expect(unknown.text).toBe("A call was booked");
  expect(unknown.blocks.map((one: { text: { text: string } }) => one.text.text)).toEqual([
    "*A call was booked*",
    "Source: google",
  ]);
  const known = parsed("slack", event("booking.created", { booking, lead }));
  expect(known.text).toMatch(/^A call was booked by Ana /);
  expect(known.blocks).toHaveLength(3);
});

test("cuts long text between characters, below Slack's 3000", () => {
  const long = event("lead.created", { lead: { ...lead, message: "&🏷️".repeat(2_000) } });
  const { blocks } = parsed("slack", long);
  for (const { text } of blocks) expect(text.text.length).toBeLessThan(3_000);
  expect(blocks[2].text.text).toMatch(/…$/);
  expect(blocks[2].text.text.isWellFormed()).toBe(true);
  const suspected = event("lead.created", { lead: { ...lead, likely_spam: true } });
  expect(parsed("slack", suspected).text).toMatch(/^Likely spam: New lead/);
});
