import * as z from "zod/mini";
import {
  companyTime,
  displayOrder,
  optionalText,
  requiredText,
} from "#app/lib/data/item-schema.ts";

/** Validates and normalizes an announcement before it is stored (rule L-11). */
export const announcementSchema = z.object({
  // A banner is one line, however it was typed.
  message: z.pipe(
    requiredText("Please enter a message"),
    z.transform((text) => text.replace(/\s*\n\s*/g, " ")),
  ),
  link_label: optionalText,
  link_url: optionalText,
  shown_from: companyTime,
  shown_until: companyTime,
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  message: "Message",
  link_label: "Link label",
  link_url: "Link address",
  shown_from: "Shown from",
  shown_until: "Shown until",
  display_order: "Display order",
  is_active: "Active",
};
