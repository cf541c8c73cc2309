import * as z from "zod/mini";
import { companyInstant } from "#app/lib/domain/company-time.ts";
import { withScheme } from "#contract/addresses.ts";

/**
 * The validation rules that managed lists share (rule L-7). Only the database limits text lengths;
 * its error is shown at the field.
 */
const LARGEST_INTEGER = 2_147_483_647;

/** Trimmed; a blank value fails with `message`. */
export const requiredText = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message));

/** Trimmed; blank becomes null. */
export const optionalText = z.pipe(
  z.string().check(z.trim()),
  z.transform((text) => text || null),
);

/** As `optionalText`; a web address may be typed without https. */
export const optionalAddress = z.pipe(
  z.string().check(z.trim()),
  z.transform((address) => withScheme(address) || null),
);

/** Typed digits as an integer of at least 0; blank becomes 0. @param label the field's, for its errors */
export const wholeNumber = (label: string) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => Number.parseInt(text, 10) || 0),
    ),
    z
      .int()
      .check(
        z.minimum(0, `${label} must be 0 or more`),
        z.maximum(LARGEST_INTEGER, `${label} is too large`),
      ),
  );

export const displayOrder = wholeNumber("Display order");

/** A date and time in the company's zone, as in a form field; blank becomes null. */
export const companyTime = z.pipe(z.string(), z.transform(companyInstant));
