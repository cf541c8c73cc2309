import Papa from "papaparse";
import { expect, test } from "vitest";
import { mailState } from "../words.ts";
import { type ExportedLead, toCsv } from "./export.ts";

const row = (more: Partial<ExportedLead>): ExportedLead => ({
  id: "7a43d391-76cf-447b-a86d-58cc18a8f315",
  request_id: "7a43d391-76cf-447b-a86d-58cc18a8f316",
  created_at: "2026-11-05T17:54:12.041832+00:00",
  updated_at: "2026-11-05T17:54:12.041832+00:00",
  name: "Ana Ruiz",
  email: "ana@example.com",
  business_name: null,
  monthly_volume: "101-500",
  platforms: ["TikTok Shop", "Etsy"],
  message: null,
  estimate: null,
  status: "new",
  new_answer_at: null,
  is_spam: false,
  spam_reason: null,
  mail_status: "sent",
  mail_attempts: 1,
  mail_requests: 0,
  mail_last_error: null,
  mail_next_attempt_at: null,
  mailed_at: null,
  owner_id: null,
  follow_up_on: null,
  deleted_at: null,
  attribution: null,
  source: null,
  landing_page: null,
  campaign: null,
  outcome: null,
  outcome_value: null,
  outcome_reason: null,
  closed_at: null,
  owner: "",
  mail: "Team notified",
  notes: "",
  answered_at: null,
  ...more,
});

const read = async (more: Partial<ExportedLead>) =>
  Papa.parse<Record<string, string>>(toCsv([row(more)], true), { header: true }).data[0];

test("exports what the list and the drawer show", async () => {
  expect(await read({ message: 'Two "candles",\nplease 🕯️' })).toEqual({
    "Received (UTC)": "2026-11-05 17:54",
    Name: "Ana Ruiz",
    Email: "ana@example.com",
    Business: "",
    "Monthly volume": "101-500",
    Platforms: "TikTok Shop, Etsy",
    Message: 'Two "candles",\nplease 🕯️',
    Estimate: "",
    "Estimate from (USD)": "",
    "Estimate to (USD)": "",
    Source: "",
    "First landing page": "",
    "First referrer": "",
    "First UTM source": "",
    "First UTM medium": "",
    "First UTM campaign": "",
    "First UTM term": "",
    "First UTM content": "",
    "Last landing page": "",
    "Last referrer": "",
    "Last UTM source": "",
    "Last UTM medium": "",
    "Last UTM campaign": "",
    "Last UTM term": "",
    "Last UTM content": "",
    Status: "New",
    Owner: "",
    "Follow-up": "",
    "Replied at (UTC)": "",
    "Closed at (UTC)": "",
    Outcome: "",
    "Monthly value won (USD)": "",
    "Lost because": "",
    Spam: "No",
    Notification: "Team notified",
    Notes: "",
    ID: "7a43d391-76cf-447b-a86d-58cc18a8f315",
  });
});

test.each([
  [{ is_spam: false, spam_reason: "too fast" }, "Likely spam"],
  [{ is_spam: true, spam_reason: "trap filled" }, "Held as spam"],
] as const)("spam %j is called %s", async (marks, Spam) => {
  expect(await read(marks)).toMatchObject({ Spam });
});

test.each([
  ["sent", {}, false, "Team notified"],
  ["sent", {}, true, "Team not emailed"],
  ["sent", { is_spam: true }, false, "Team notified"],
  ["pending", {}, false, "Notifying the team"],
  ["pending", { is_spam: true }, false, "Team not notified"],
  ["pending", { deleted_at: "2026-11-05T17:54:12Z" }, false, "Team not notified"],
  ["failed", {}, true, "Team not notified"],
] as const)(
  "a %s notification, %j, emails only saved: %s, is '%s'",
  (mail_status, more, isSaved, words) => {
    expect(mailState(row({ mail_status, ...more }), isSaved)).toBe(words);
  },
);

test("leaves invisible characters out of the file", async () => {
  expect(await read({ name: "exe.\u202Egnp", message: "a\u200B\u2066b" })).toMatchObject({
    Name: "exe.gnp",
    Message: "ab",
  });
});

test.each([
  "=1+1",
  "+1 503 555 0142",
  "-2",
  "@SUM(A1)",
  "\t=1+1",
  "\rcell",
  "\tcell",
  " =1+1",
  "\n=1+1",
  '=HYPERLINK("https://evil.example","x")\nand a second line',
  "＝1+1",
])("%j opens as text, not as a formula", async (message) => {
  expect((await read({ message }))?.Message).toBe(`'${message}`);
});

test("exports owner, follow-up, notes and answer, safe from formulas", async () => {
  const handled = {
    owner: "=cmd|' /C calc'!A0",
    follow_up_on: "2026-12-24",
    notes: '=HYPERLINK("https://evil.example")\nsecond line',
    answered_at: "2026-11-06T08:03:59.5+00:00",
    closed_at: "2026-11-07T08:03:59.5+00:00",
    outcome: "lost" as const,
    outcome_reason: "@SUM(A1)",
  };
  expect(await read(handled)).toMatchObject({
    Owner: `'${handled.owner}`,
    "Follow-up": "2026-12-24",
    Notes: `'${handled.notes}`,
    "Replied at (UTC)": "2026-11-06 08:03",
    "Closed at (UTC)": "2026-11-07 08:03",
    Outcome: "Lost",
    "Lost because": `'${handled.outcome_reason}`,
  });
});

test("exports an empty list", async () => {
  expect(toCsv([], true)).toBe("");
});

test("exports the estimate as text and as numbers", async () => {
  const figures = { orders: 1_200, items: 1.5, cubic_feet: 40, returns: true };
  expect(await read({ estimate: { ...figures, low: 440, high: 1820.5 } })).toMatchObject({
    Estimate: "1,200 orders, 1.5 items per order, 40 cubic feet stored, with returns",
    "Estimate from (USD)": "440",
    "Estimate to (USD)": "1820.5",
  });
});

test("exports the source in its own columns, safe from formulas", async () => {
  const attribution = {
    first: { landing_page: "/pricing", referrer: "google.com" },
    last: { landing_page: "/", utm_source: "=1+1", utm_campaign: "spring" },
  };
  expect(await read({ attribution, source: "google", landing_page: "/pricing" })).toMatchObject({
    Source: "Google",
    "First landing page": "/pricing",
    "First referrer": "google.com",
    "First UTM source": "",
    "Last referrer": "",
    "Last UTM source": "'=1+1",
    "Last UTM campaign": "spring",
  });
});
