import * as z from "zod/mini";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MIN_PASSWORD_LENGTH } from "#contract/password-rule.ts";

const { passwordEmpty, passwordShort } = MESSAGES.users;

/** Rule U-2: blank, then too short. The password is stored exactly as typed. */
export const newPasswordSchema = z.object({
  password: z.string().check(
    z.refine((password) => password.trim() !== "", { error: passwordEmpty, abort: true }),
    z.minLength(MIN_PASSWORD_LENGTH, passwordShort),
  ),
});
