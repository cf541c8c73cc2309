import * as z from "zod/mini";
import { MESSAGES } from "#app/lib/errors.ts";

const { passwordEmpty, passwordShort } = MESSAGES.users;

/** Spec section 5: blank, then fewer than 6 characters; what is typed is stored as it stands. */
export const newPasswordSchema = z.object({
  password: z.string().check(
    z.refine((password) => password.trim() !== "", { error: passwordEmpty, abort: true }),
    z.minLength(6, passwordShort),
  ),
});
