import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MIN_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import { newPasswordSchema, shortestFor } from "./password.ts";

const [ANYONE, ON_TEAM] = [false, true];

test.each([
  [ANYONE, "", "Please enter a new password."],
  [ANYONE, "        ", "Please enter a new password."],
  [ANYONE, "12345", "Password must be at least 6 characters long."],
  [ANYONE, " 12345", undefined],
  [ANYONE, "123456", undefined],
  [ON_TEAM, "", "Please enter a new password."],
  [ON_TEAM, "12345", "Password must be at least 6 characters long."],
  [ON_TEAM, "harbor1", "Password must be at least 10 characters long."],
  [ON_TEAM, "harbor1234", undefined],
])("on the team: %s, %j: %s", (onTeam, password, message) => {
  const { error } = newPasswordSchema(shortestFor(onTeam)).safeParse({ password });
  expect(error?.issues.map((issue) => issue.message)).toEqual(message && [message]);
});

test("the rule is the same in the hint, in the refusal and for Supabase", () => {
  const config = readFileSync(`${import.meta.dirname}/../../../supabase/config.toml`, "utf8");
  expect(config).toContain(`minimum_password_length = ${MIN_PASSWORD_LENGTH}\n`);
  expect(MESSAGES.users.passwordShort).toContain(`at least ${MIN_PASSWORD_LENGTH} characters`);
});
