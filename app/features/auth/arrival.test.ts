import { expect, test } from "vitest";
import { readArrival, safeReturn } from "./arrival.ts";

const ORIGIN = "https://dock.example.com";

test.each([
  ["/admin/faqs?q=returns", "/admin/faqs?q=returns"],
  ["/admin", "/admin"],
  [null, "/admin/dashboard"],
  ["/admin/login", "/admin/dashboard"],
  ["/administrator", "/admin/dashboard"],
  ["/pricing", "/admin/dashboard"],
  ["https://evil.example/admin/faqs", "/admin/dashboard"],
  ["//evil.example/admin", "/admin/dashboard"],
  ["/admin/../pricing", "/admin/dashboard"],
  ["/\\evil.example/admin", "/admin/dashboard"],
  ["javascript:alert(1)//admin", "/admin/dashboard"],
])("after sign-in %s leads to %s", (to, path) => {
  expect(safeReturn(to, ORIGIN)).toBe(path);
});

test("recognizes reset and expired links by the fragment", () => {
  expect(readArrival("#access_token=a&type=recovery")).toEqual({ recovery: true });
  expect(readArrival("#access_token=a&type=signup").recovery).toBe(false);
  expect(readArrival("#section").error).toBeUndefined();
});

test.each([
  ["error=access_denied&error_code=otp_expired", "This link has expired or was already used"],
  ["error=access_denied", "This link was rejected"],
  ["error=server_error&error_code=brand_new", "The server couldn't check this link"],
  ["error_code=user_banned", "This account is blocked"],
  ["error=call_555_0100", "This link didn't work"],
  ["error=constructor&error_code=__proto__", "This link didn't work"],
  ["error=", "This link didn't work"],
])("shows a fixed sentence for an address with %s", (hash, sentence) => {
  const words = "Your+account+was+hacked.+Call+555+0100";
  expect(readArrival(`#${hash}&error_description=${words}`).error).toBe(sentence);
  expect(readArrival(`#${hash}`).error).toBe(sentence);
});

test("answers unknown text with the general sentence", () => {
  expect(readArrival("#error_description=Call+555+0100").error).toBe("This link didn't work");
});
