import { expect, test } from "vitest";
import { mailDraft } from "./mail-draft.ts";

const parse = (href: string) => {
  const url = new URL(href);
  return { to: decodeURIComponent(url.pathname), ...Object.fromEntries(url.searchParams) };
};

test("greets by first name and names the company", () => {
  const href = mailDraft(
    { name: "Ana Ruiz", email: "ana@example.com", business_name: "Halfmoon & Söhne" },
    "Evergreen Fulfillment",
  );
  expect(parse(href)).toEqual({
    to: "ana@example.com",
    subject: "Your inquiry to Evergreen Fulfillment",
    body: "Hi Ana,\r\n\r\nThank you for your message about Halfmoon & Söhne.\r\n\r\n\r\n\r\nEvergreen Fulfillment",
  });
});

test.each(["Cotton, Inc.", "Ready?", "Wait…", "Yay!"])(
  "%s ends its sentence by its own mark",
  (business_name) => {
    const draft = mailDraft({ name: "Ana", email: "ana@example.com", business_name });
    expect(parse(draft)).toMatchObject({
      body: `Hi Ana,\r\n\r\nThank you for your message about ${business_name}`,
    });
  },
);

test("nothing a visitor typed can add a recipient or a header", () => {
  const href = mailDraft({
    name: "A\ud83d &cc=x@example.com",
    email: "o'neil&bcc=eve?x@example.com",
    business_name: "&bcc=eve@example.com",
  });
  const url = new URL(href);
  expect([...url.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(decodeURIComponent(url.pathname)).toBe("o'neil&bcc=eve?x@example.com");
});
