import * as z from "zod/mini";
import { displayOrder, optionalText, requiredText } from "#app/lib/data/item-schema.ts";

/** Validates and normalizes a team member (rule L-14). */
export const teamMemberSchema = z.object({
  name: requiredText("Please enter the person's name"),
  role: optionalText,
  photo_url: optionalText,
  photo_alt: optionalText,
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  name: "Name",
  role: "Role",
  photo_url: "Photo",
  photo_alt: "Photo alt text",
  display_order: "Display order",
  is_active: "Active",
};
