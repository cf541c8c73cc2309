import { describe, expect, test } from "vitest";
import { isSessionError, isUnreachable, RefusedError } from "./backend-error.ts";
import { refusedField } from "./constraints.ts";
import { justFailedTo, listMessages } from "./list-messages.ts";
import { MESSAGES } from "./messages.ts";
import { additionalReason, reason } from "./reasons.ts";

const CHECK = {
  code: "23514",
  message:
    'new row for relation "pricing_items" violates check constraint "pricing_items_service_name_at_most_200_characters"',
};

describe("reason", () => {
  test.each([
    ["a check of a field", CHECK, "Service name can have at most 200 characters"],
    [
      "a check with its own sentence",
      {
        code: "23514",
        message:
          'new row for relation "media_library" violates check constraint "media_library_mime_type_is_allowed"',
      },
      "This type of file can't be added to the library",
    ],
    [
      "a refused permission",
      { code: "42501", message: "permission denied for table x" },
      "You don't have permission to do this",
    ],
    [
      "an ended session",
      { code: "PGRST303", message: "JWT expired" },
      "Your session has ended. Please sign in again",
    ],
    [
      "a busy server",
      { status: 503, message: "upstream connect error" },
      "The server is busy. Please try again in a moment",
    ],
    [
      "no network",
      new TypeError("Failed to fetch"),
      "The server can't be reached. Please check your connection",
    ],
    [
      "the server's own limit",
      { status: 429, message: "Too many sign-ins. Try again in 30 seconds." },
      "Too many sign-ins. Try again in 30 seconds",
    ],
    [
      "a weak password",
      { code: "weak_password", reasons: ["length", "pwned"] },
      "Password must be at least 6 characters long. This password appeared in a data leak. Choose another one",
    ],
    [
      "a password shorter than the project's own minimum",
      {
        code: "weak_password",
        message: "Password should be at least 10 characters.",
        reasons: ["length"],
      },
      "Password must be at least 10 characters long",
    ],
    [
      "a password that is weak for a reason unknown here",
      { code: "weak_password", reasons: ["keyboard"] },
      "The password is too weak",
    ],
    ["our own words", new RefusedError("You no longer have access."), "You no longer have access"],
    [
      "a sentence for people",
      { message: "Signups not allowed for this instance" },
      "Signups not allowed for this instance",
    ],
    [
      "SQL",
      { code: "42703", message: 'column "nope" does not exist' },
      "Something unexpected happened",
    ],
    [
      "a sentence of our own functions, whatever it quotes",
      { code: "PT409", message: "These texts use this price: How do returns function?." },
      "These texts use this price: How do returns function?",
    ],
    ["nothing at all", undefined, "Something unexpected happened"],
  ])("says %s", (_, cause, words) => {
    expect(reason(cause)).toBe(words);
  });
});

const faqs = listMessages("FAQ", "FAQ items", justFailedTo);

test("add the reason to messages that have room for it (rule X-2)", () => {
  expect(MESSAGES.content.save(CHECK)).toBe(
    "Failed to update content: Service name can have at most 200 characters",
  );
  const prices = listMessages("pricing item", "pricing items");
  expect(prices.deleted).toBe("Pricing item deleted successfully!");
  expect(prices.create({ code: "42501" })).toBe(
    "Failed to save pricing item: You don't have permission to do this",
  );
  expect(faqs.create({})).toBe("Failed to save FAQ");
});

test("adds a reason only when the sentence leaves it out", () => {
  const offline = new TypeError("Failed to fetch");
  expect(additionalReason(faqs.create({}), offline)).toMatch(/can't be reached/);
  expect(additionalReason(MESSAGES.content.save(offline), offline)).toBeUndefined();
  expect(additionalReason(faqs.create({}), {})).toBeUndefined();
});

test("a refusal is shown at the field that it is about", () => {
  expect(refusedField(CHECK, ["service_name", "rate", "description"])).toBe("service_name");
  expect(
    refusedField(
      { code: "23502", message: 'null value in column "rate" of relation "pricing_items"' },
      ["service_name", "rate"],
    ),
  ).toBe("rate");
  expect(refusedField({ code: "42501", message: "rate" }, ["rate"])).toBeUndefined();
});

test("distinguishes ended sessions and lost networks from refusals", () => {
  expect(isSessionError({ status: 401 })).toBe(true);
  expect(isSessionError({ status: 400, code: "invalid_credentials" })).toBe(false);
  expect(isSessionError(CHECK)).toBe(false);
  expect(reason({ code: "42501", status: 401 })).toMatch(/session has ended/);
  expect(isUnreachable(new TypeError("Failed to fetch"))).toBe(true);
  expect(isUnreachable({ status: 500, message: "fetch failed" })).toBe(false);
});
