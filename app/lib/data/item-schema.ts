import * as z from "zod/mini";
import { companyInstant } from "#app/lib/domain/company-time.ts";

/**
 * The rules that the managed lists share (rule L-7). How long a text may be is the database's
 * rule alone: its refusal is shown at the field.
 */
const LARGEST_INTEGER = 2_147_483_647;

/** Trimmed; blank is refused with `message`. */
export const requiredText = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message));

/** Trimmed; blank is null. */
export const optionalText = z.pipe(
  z.string().check(z.trim()),
  z.transform((text) => text || null),
);

/** Digits as typed; an integer of at least 0, which is also what blank means. */
export const displayOrder = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => Number.parseInt(text, 10) || 0),
  ),
  z
    .int()
    .check(
      z.minimum(0, "Display order must be 0 or more"),
      z.maximum(LARGEST_INTEGER, "Display order is too large"),
    ),
);

/** A date and time of the company's clock as a field holds it; blank is null. */
export const companyTime = z.pipe(z.string(), z.transform(companyInstant));
