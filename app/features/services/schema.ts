import * as z from "zod/mini";
import type { ServiceIcon } from "#app/content/index.ts";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** The available icons (rule L-3): name and label. */
export const ICON_CHOICES: readonly { value: ServiceIcon; label: string }[] = [
  { value: "Package", label: "Package" },
  { value: "Boxes", label: "Boxes" },
  { value: "Settings", label: "Settings" },
  { value: "Truck", label: "Truck" },
  { value: "RotateCcw", label: "Return" },
  { value: "BarChart3", label: "Bar chart" },
];
export const DEFAULT_ICON: ServiceIcon = "Package";

/** Validates and normalizes a service; its title is its name everywhere. */
export const serviceSchema = z.object({
  title: requiredText("Please enter a title"),
  description: z.string().check(z.trim()),
  icon_name: z.string(),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** Form labels, in field order. */
export const labels = {
  title: "Title",
  description: "Description",
  icon_name: "Icon",
  display_order: "Display order",
  is_active: "Active",
};
