import * as z from "zod/mini";
import type { ServiceIcon } from "#app/content/index.ts";
import { displayOrder, requiredText } from "#app/lib/data/item-schema.ts";

/** The icons on offer (rule L-3), by name and as people call them. */
export const ICON_CHOICES: readonly { value: ServiceIcon; label: string }[] = [
  { value: "Package", label: "Package" },
  { value: "Boxes", label: "Boxes" },
  { value: "Settings", label: "Settings" },
  { value: "Truck", label: "Truck" },
  { value: "RotateCcw", label: "Return" },
  { value: "BarChart3", label: "Bar chart" },
];
export const DEFAULT_ICON: ServiceIcon = "Package";

/** What is stored of a service; its title is what it is called everywhere. */
export const serviceSchema = z.object({
  title: requiredText("Please enter a title"),
  description: z.string().check(z.trim()),
  icon_name: z.string(),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** What the form calls its fields, in its order. */
export const labels = {
  title: "Title",
  description: "Description",
  icon_name: "Icon",
  display_order: "Display order",
  is_active: "Active",
};
