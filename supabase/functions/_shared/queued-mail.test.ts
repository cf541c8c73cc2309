import { expect, test } from "vitest";
import { renderQueuedMail } from "./queued-mail.ts";

const reply = {
  id: "11111111-1111-4111-8111-111111111111",
  kind: "reply",
  attempt: 1,
  message_id: "mail-11111111-1111-4111-8111-111111111111",
  recipient: "ana@example.org",
  reply_to: "dana@example.com",
  reply_to_name: "Dana Ortiz",
  reply_token: "0123abcd",
  references: ["ana-1@example.org"],
  subject: "Your request",
  heading: null,
  body: [{ text: "Hi" }],
  unsubscribe: null,
  company: "Evergreen",
  colour: null,
};
const render = (over: object, replyAddress?: string) =>
  renderQueuedMail({ ...reply, ...over }, "https://site.test", replyAddress);

test.each([
  ["reply+*@example.com", {}, "Dana Ortiz", "reply+0123abcd@example.com"],
  ["leads@example.com", {}, "Dana Ortiz", "leads@example.com"],
  [undefined, {}, "Dana Ortiz", "dana@example.com"],
  // A confirmation comes from nobody in particular.
  [
    "reply+*@example.com",
    { reply_to: null, reply_to_name: null },
    "Evergreen",
    "reply+0123abcd@example.com",
  ],
  // Staff answer the visitor, not the site.
  ["reply+*@example.com", { reply_token: null }, "Dana Ortiz", "dana@example.com"],
  ["reply+*@example.com", { reply_token: undefined }, "Dana Ortiz", "dana@example.com"],
])("with %s and %j, answers go to %s <%s>", (replyAddress, over, name, address) => {
  expect(render(over, replyAddress).replyTo).toEqual({ name, address });
});

test("names nobody to answer where there is nobody", () => {
  expect(render({ reply_to: null, reply_token: null }, "reply+*@example.com")).not.toHaveProperty(
    "replyTo",
  );
  expect(render({ reply_to: null })).not.toHaveProperty("replyTo");
});

test("belongs to its conversation", () => {
  expect(render({}).references).toEqual(["ana-1@example.org"]);
  for (const references of [[], null, undefined])
    expect(render({ references })).not.toHaveProperty("references");
});
