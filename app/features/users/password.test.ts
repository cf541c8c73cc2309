import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";
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

test("the rule is the same in the hint, in the refusal and for Supabase", () => {
  const config = readFileSync(`${import.meta.dirname}/../../../supabase/config.toml`, "utf8");
  expect(config).toContain(`minimum_password_length = ${MIN_PASSWORD_LENGTH}\n`);
  expect(MESSAGES.users.passwordShort).toContain(`at least ${MIN_PASSWORD_LENGTH} characters`);
});
