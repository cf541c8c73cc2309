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

test("a reset link and a spent link are known by the part behind #", () => {
  expect(readArrival("#access_token=a&type=recovery")).toEqual({ recovery: true });
  expect(readArrival("#access_token=a&type=signup").recovery).toBe(false);
  expect(
    readArrival("#error=access_denied&error_description=Email+link+is+invalid+or+has+expired")
      .error,
  ).toBe("Email link is invalid or has expired");
});
