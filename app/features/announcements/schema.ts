import * as z from "zod/mini";
import {
  companyTime,
  displayOrder,
  optionalText,
  requiredText,
} from "#app/lib/data/item-schema.ts";

/** What is stored of an announcement (rule L-11). */
export const announcementSchema = z.object({
  message: requiredText("Please enter what you announce"),
  link_label: optionalText,
  link_url: optionalText,
  shown_from: companyTime,
  shown_until: companyTime,
  display_order: displayOrder,
  is_active: z.boolean(),
});
