import * as z from "zod/mini";
import { EMAIL } from "#contract/addresses.ts";
import type { Role } from "./roles.ts";

const VALID_EMAIL = "Please enter a valid email address";

/** Whom to invite, and to which role; the name is optional. */
export const invitationSchema = z.object({
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(254, VALID_EMAIL), z.regex(EMAIL, VALID_EMAIL)),
  full_name: z.pipe(
    z.string().check(z.trim(), z.maxLength(100, "Name must be at most 100 characters")),
    z.transform((name) => name || null),
  ),
  role: z.custom<Role>(),
});

export type Invitation = z.infer<typeof invitationSchema>;
