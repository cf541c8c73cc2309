import { expect, test } from "vitest";
import { newPasswordSchema } from "./password.ts";

test.each([
  ["", "Please enter a new password."],
  ["        ", "Please enter a new password."],
  ["12345", "Password must be at least 6 characters long."],
  [" 12345", undefined],
  ["123456", undefined],
])("%j: %s", (password, message) => {
  const { error } = newPasswordSchema.safeParse({ password });
  expect(error?.issues.map((issue) => issue.message)).toEqual(message && [message]);
});
