import * as z from "zod/mini";
import { EMAIL } from "#contract/addresses.ts";

const chosen = z.array(z.string());

/** Validates and normalizes a recipient of lead notices. */
export const recipientSchema = z.object({
  email: z
    .string()
    .check(
      z.trim(),
      z.toLowerCase(),
      z.regex(EMAIL, "Please enter an email address, like hello@company.com"),
    ),
  platforms: chosen,
  volumes: chosen,
  is_active: z.boolean(),
});
