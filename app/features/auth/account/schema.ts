import * as z from "zod/mini";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MAX_NAME_LENGTH, MIN_TEAM_PASSWORD_LENGTH } from "#contract/account-rules.ts";
import { ACCOUNT_MESSAGES } from "./messages.ts";

const words = ACCOUNT_MESSAGES;
const users = MESSAGES.users;

/** Rule A-9. */
export const nameSchema = z.object({
  full_name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, words.nameMissing),
      z.maxLength(MAX_NAME_LENGTH, MESSAGES.nameTooLong(MAX_NAME_LENGTH)),
    ),
});

/** Rule A-10. The password is stored exactly as typed. */
export const passwordSchema = z.object({
  current: z.string().check(z.minLength(1, words.passwordMissing)),
  password: z.string().check(
    z.refine((password) => password.trim() !== "", { error: users.passwordEmpty, abort: true }),
    z.minLength(MIN_TEAM_PASSWORD_LENGTH, users.passwordShorter(MIN_TEAM_PASSWORD_LENGTH)),
  ),
});
