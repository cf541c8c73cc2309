import * as z from "zod/mini";
import { EMAIL } from "#contract/addresses.ts";

const chosen = z.array(z.string());

/** What is stored of an address that gets notices of leads. */
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
