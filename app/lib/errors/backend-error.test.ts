import { expect, test, vi } from "vitest";
import {
  asBackendError,
  isLinkError,
  isSessionError,
  isUnreachable,
  isWrongPassword,
  missingFor,
  RefusedError,
  StaleError,
} from "./backend-error.ts";
import { constraintOf, refusedField } from "./constraints.ts";
import { CONTACT_MESSAGES } from "./contact-messages.ts";
import { listMessages } from "./list-messages.ts";
import { MESSAGES } from "./messages.ts";
import { PASSWORD_REFUSALS } from "./passwords.ts";
import { reason } from "./reasons.ts";

test("reads the fields of any thrown value", () => {
  const error = { code: "x" };
  expect(asBackendError(error)).toBe(error);
  for (const cause of [null, undefined, "words", 7]) expect(asBackendError(cause)).toEqual({});
});

test.each([
  [{ name: "AuthRetryableFetchError" }, true],
  [{ message: "fetch failed" }, true],
  [{ message: "NetworkError when attempting to fetch" }, true],
  [{ message: "A network error" }, true],
  [{ message: "Load failed" }, true],
  [{ message: "Failed to fetch", status: 0 }, true],
  [{ message: "Failed to fetch", status: 500 }, false],
  [{ message: "refused" }, false],
  [{}, false],
])("%j never got an answer: %s", (cause, unreachable) => {
  expect(isUnreachable(cause)).toBe(unreachable);
});

test.each([
  [{ name: "AuthSessionMissingError" }, true],
  [{ status: 401 }, true],
  [{ code: "PGRST301" }, true],
  [{ code: "PGRST303" }, true],
  [{ code: "session_not_found" }, true],
  [{ code: "session_expired" }, true],
  [{ code: "bad_jwt" }, true],
  [{ code: "invalid_credentials", status: 401 }, false],
  [{ code: "42501", status: 403 }, false],
  [{}, false],
])("%j means that the session has ended: %s", (cause, ended) => {
  expect(isSessionError(cause)).toBe(ended);
  expect(missingFor(cause)).toBe(ended ? "session" : undefined);
});

test.each([408, 425, 429, 502, 503, 504])("waits for a server that answers %i", (status) => {
  expect(missingFor({ status })).toBe("server");
});

test("treats no response as temporary, and a refusal as final", () => {
  for (const cause of [
    { message: "Failed to fetch" },
    { name: "AbortError" },
    { name: "TimeoutError" },
  ])
    expect(missingFor(cause)).toBe("server");
  for (const cause of [{ status: 400 }, { status: 500 }, { status: 409, name: "Error" }])
    expect(missingFor(cause)).toBeUndefined();
});

test("distinguishes a wrong password and an old link", () => {
  expect([
    isWrongPassword({ code: "invalid_credentials" }),
    isWrongPassword({ code: "otp_expired" }),
  ]).toEqual([true, false]);
  expect([isLinkError({ code: "otp_expired" }), isLinkError({})]).toEqual([true, false]);
});

test("gives a late edit the current row", () => {
  const error = new StaleError({ id: "1" });
  expect([error.name, error.current, reason(error)]).toEqual([
    "StaleError",
    { id: "1" },
    "This was changed while you were editing",
  ]);
  expect(new RefusedError("No").name).toBe("RefusedError");
});

test.each([
  [{ code: "23505", message: "duplicate key" }, "This value is already taken"],
  [{ code: "PGRST116", message: "JSON object requested" }, "It no longer exists"],
  [{ status: 413 }, "This is too large"],
  [{ code: "23505", status: 403 }, "This value is already taken"],
  [{ code: "over_email_send_rate_limit" }, "Too many attempts. Please wait a moment"],
  [{ status: 429, message: "{json}" }, "Too many attempts. Please wait a moment"],
  [{ message: "Yes" }, "Something unexpected happened"],
  [{ message: "Noon" }, "Noon"],
  [{ message: `A${"a".repeat(200)}` }, `A${"a".repeat(200)}`],
  [{ message: `A${"a".repeat(201)}` }, "Something unexpected happened"],
  [{ message: "lower case first" }, "Something unexpected happened"],
  [{ message: "Two\nlines" }, "Something unexpected happened"],
  [{ message: "The JWT is odd" }, "Something unexpected happened"],
  [{ message: "A stop. In between." }, "A stop. In between"],
  ["As it was said.", "As it was said"],
  [{ code: "23514", message: "a check without a name" }, "Something unexpected happened"],
])("%j is: %s", (cause, words) => {
  expect(reason(cause)).toBe(words);
});

test("trusts a browser that reports it is offline", () => {
  const cause = new TypeError("Failed to fetch");
  vi.stubGlobal("navigator", { onLine: false });
  expect(reason(cause)).toBe("You're offline. Please check your connection");
  vi.stubGlobal("navigator", { onLine: true });
  expect(reason(cause)).toBe("The server can't be reached. Please check your connection");
  vi.stubGlobal("navigator", undefined);
  expect(reason(cause)).toBe("The server can't be reached. Please check your connection");
  vi.unstubAllGlobals();
});

test.each([
  ['relation "faq_items" violates constraint "faq_items_question_required"', "question_required"],
  ['table "faq_items" violates constraint "other_question_required"', "other_question_required"],
  ['violates constraint "faq_items_question_required"', "faq_items_question_required"],
  ['relation "faq_items" has no such', undefined],
  ["nothing", undefined],
])("%s is about the constraint %s", (message, name) => {
  expect(constraintOf({ message })).toBe(name);
  expect(constraintOf({ details: message })).toBe(name);
});

test("the longest field that a rule begins with is the one meant", () => {
  const about = (rule: string, code = "23514") =>
    refusedField({ code, message: `relation "t" violates check constraint "t_${rule}"` }, [
      ...(["link", "link_url", "rate"] as const),
    ]);
  expect([about("link_url_is_address"), about("link_required"), about("rate")]).toEqual([
    "link_url",
    "link",
    "rate",
  ]);
  expect([about("rates_required"), about("x_rate"), about("rate", "42501")]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(about("rate", "22001")).toBe("rate");
  expect(refusedField(undefined, ["rate"])).toBeUndefined();
  expect(refusedField({ code: "23502" }, ["rate"])).toBeUndefined();
  expect(refusedField({ code: "x23" }, ["rate"])).toBeUndefined();
});

test("names the list's items in each message", () => {
  const list = listMessages("price", "prices");
  const { load, create, update, patch, remove, ...said } = list;
  expect([load, create, update, patch, remove].map((failed) => failed("No."))).toEqual([
    "Failed to load prices: No",
    "Failed to save price: No",
    "Failed to save price: No",
    "Failed to update price: No",
    "Failed to delete price: No",
  ]);
  expect(said).toEqual({
    created: "Price created successfully!",
    updated: "Price updated successfully!",
    deleted: "Price deleted successfully!",
  });
});

test("sentences with a reason or a name in them carry it", () => {
  const { insertFailed, mailFailed } = CONTACT_MESSAGES;
  expect([insertFailed("No."), mailFailed("No.")]).toEqual([
    "Something went wrong: No. Please try again.",
    "Your message was saved but email failed: No. We'll still get your message!",
  ]);
  expect(MESSAGES.submissions.exported("2 rows")).toBe("2 rows exported");
  expect(MESSAGES.submissions.load()).toBe("Failed to load contact submissions");
  expect(PASSWORD_REFUSALS.passwordShorter(9)).toBe("Password must be at least 9 characters long.");
});
