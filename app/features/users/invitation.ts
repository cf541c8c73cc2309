import * as z from "zod/mini";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { MAX_NAME_LENGTH } from "#contract/account-rules.ts";
import { EMAIL } from "#contract/addresses.ts";
import type { Role } from "./roles.ts";

const VALID_EMAIL = "Please enter a valid email address";

/** Whom to invite, and to which role; the name is optional. */
export const invitationSchema = z.object({
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(254, VALID_EMAIL), z.regex(EMAIL, VALID_EMAIL)),
  full_name: z.pipe(
    z.string().check(z.trim(), z.maxLength(MAX_NAME_LENGTH, MESSAGES.nameTooLong(MAX_NAME_LENGTH))),
    z.transform((name) => name || null),
  ),
  role: z.custom<Role>(),
});

export type Invitation = z.infer<typeof invitationSchema>;
