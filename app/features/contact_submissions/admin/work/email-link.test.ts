import { expect, test } from "vitest";
import { mailDraft } from "./email-link.tsx";

const parse = (href: string): Record<string, string> => {
  const url = new URL(href);
  const said: Record<string, string> = Object.fromEntries(url.searchParams);
  return { to: decodeURIComponent(url.pathname), ...said };
};

const ana = { name: "Ana", email: "ana@example.com", business_name: null, message: null };

test("quotes the message, and only the beginning of a long one", () => {
  const draft = (message: string) => parse(mailDraft({ ...ana, message })).body;
  expect(draft("How much?\n\nAnd when?\r\n")).toBe(
    "Hi Ana,\r\n\r\nThank you for your message.\r\n\r\n\r\n\r\n\r\n\r\nAna wrote:\r\n> How much?\r\n>\r\n> And when?",
  );
  expect(draft("x".repeat(1_001))).toContain(`> ${"x".repeat(1_000)}…`);
  expect(draft(" ")).not.toContain("wrote");
});

test("greets by first name and names the company", () => {
  const href = mailDraft(
    { ...ana, name: "Ana Ruiz", business_name: "Halfmoon & Söhne" },
    "Evergreen Fulfillment",
  );
  expect(parse(href)).toEqual({
    to: "ana@example.com",
    subject: "Your message to Evergreen Fulfillment",
    body: "Hi Ana,\r\n\r\nThank you for your message about Halfmoon & Söhne.\r\n\r\n\r\n\r\nEvergreen Fulfillment",
  });
});

test.each(["Cotton, Inc.", "Ready?", "Wait…", "Yay!"])(
  "keeps the punctuation of %s",
  (business_name) => {
    const draft = mailDraft({ ...ana, business_name });
    expect(parse(draft)).toMatchObject({
      body: `Hi Ana,\r\n\r\nThank you for your message about ${business_name}`,
    });
  },
);

test("lets no visitor text add a recipient or a header", () => {
  const href = mailDraft({
    name: "A\ud83d &cc=x@example.com",
    email: "o'neil&bcc=eve?x@example.com",
    business_name: "&bcc=eve@example.com",
    message: "Hello&bcc=eve@example.com\r\nBcc: eve@example.com",
  });
  const url = new URL(href);
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(decodeURIComponent(url.pathname)).toBe("o'neil&bcc=eve?x@example.com");
});
