import { expect, test } from "vitest";
import { contrast } from "#app/lib/domain/color.ts";
import { renderAccountMail } from "../../../supabase/functions/_shared/account-mail.ts";

const brand = { company: "Evergreen <Fulfillment>", color: "#1F6E4D" };
const link = "https://site.example/admin/login";

test("emails someone who signs up again, and keeps the first link valid", () => {
  const { subject, text, html } = renderAccountMail("account_exists", link, brand);
  expect(subject).toBe("You already have an account for Evergreen <Fulfillment>");
  for (const part of [text, html]) {
    expect(part).toContain("Sign in, or set a new password");
    expect(part).toMatch(/If it wasn('|&#39;)t you, ignore this email/);
    expect(part).toContain(link);
    expect(part).not.toContain("24 hours");
  }
  expect(html).toContain("Evergreen &lt;Fulfillment&gt;");
});

test.each(["signup", "recovery"] as const)(
  "the link of a mail for %s says how long it works",
  (kind) => {
    const { text, html } = renderAccountMail(kind, link, brand);
    for (const part of [text, html]) expect(part).toContain("expires in 24 hours");
  },
);

test.each([
  ["#1F6E4D", "#ffffff"],
  ["#F2C33A", "#1b221e"],
  ["#000000", "#ffffff"],
  ["#ffffff", "#1b221e"],
  ["red;background:url(//x)", "#ffffff"],
])("on a button of the color %s the words are %s, in dark mail programs too", (color, ink) => {
  const { html } = renderAccountMail("invite", link, { ...brand, color });
  const [, ground, words] =
    /background-color:(#\w+);mso-padding-alt:[^>]*><a [^>]*;color:(#\w+) !important/.exec(html) ??
    [];
  expect([ground, words]).toEqual([color.startsWith("#") ? color : "#1F6E4D", ink]);
  expect(contrast(ground ?? "", words ?? "")).toBeGreaterThan(4.5);
  expect(html).not.toContain("url(");
  expect(html).toContain("prefers-color-scheme: dark");
});

test.each([
  ["colleague_invited", "Someone was invited to the team of the Evergreen <Fulfillment> website"],
  ["colleague_removed", "Someone was removed from the team of the Evergreen <Fulfillment> website"],
  ["colleague_changed", "A role on the Evergreen <Fulfillment> website changed"],
] as const)("the email of %s has its details, escaped and on one line", (kind, subject) => {
  const detail = "Sam <sam@example.com>\r\nBcc: all was named by Dana.";
  const users = "https://site.example/admin/users";
  const mail = renderAccountMail(kind, users, brand, detail);
  expect(mail.subject).toBe(subject);
  expect(mail.text).toContain("Sam <sam@example.com> Bcc: all was named by Dana.");
  expect(mail.text).toContain(`Open Users:\n${users}`);
  expect(mail.html).toContain("Sam &lt;sam@example.com&gt; Bcc: all was named by Dana.");
});

test("quotes what a colleague wrote, apart from the site's own sentence", () => {
  const said = "Check <b>storage</b>,\r\nBcc: all";
  const asked = 'Dana asked you to review "Spring".';
  const mail = renderAccountMail("review_asked", link, brand, asked, "", said);
  expect(mail.subject).toBe(
    "A change set for the Evergreen <Fulfillment> website needs your review",
  );
  expect(mail.text).toContain(`${asked}\n\n> Check <b>storage</b>,\n> Bcc: all\n\n`);
  expect(mail.html).toContain("Check &lt;b&gt;storage&lt;/b&gt;,<br>Bcc: all</td>");
});

test.each([
  [
    "invite",
    "Sales",
    "Your role will be Sales: you can see and reply to leads, but can't edit the site.",
  ],
  ["admin_granted", "Editor", "Your role is Editor. You can edit text, prices, lists and images"],
  ["role_changed", "Editor and Sales", "was changed to Editor and Sales. You can edit text"],
  ["admin_granted", null, "Your role is Admin. You can see and change everything"],
] as const)("the email of %s says what the role %s can do", (kind, role, sentence) => {
  expect(renderAccountMail(kind, link, brand, role).text).toContain(sentence);
});

test.each([
  ["second_factor_added", null, "signing in takes a code from it"],
  [
    "second_factor_removed",
    "Dana reset it.",
    "on the Evergreen <Fulfillment> website. Dana reset it.",
  ],
  ["second_factor_required", "December 1, 2026", "Starting December 1, 2026, your role on"],
  ["second_factor_guessed", null, "They didn't get in."],
  ["recovery_code_used", "9 of 10", "You have 9 of 10 codes left."],
] as const)("the email of %s says what happened", (kind, detail, sentence) => {
  expect(renderAccountMail(kind, link, brand, detail).text).toContain(sentence);
});
