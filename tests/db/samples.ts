import { randomUUID } from "node:crypto";
import type { Database } from "#app/lib/data/database.types.ts";

export type Row = Record<string, string | string[] | boolean | number>;

interface Sample {
  /** a new valid row; never twice the same where the table wants that */
  make(): Row;
  /** a valid change */
  patch: Record<string, string>;
}

export type SampledTable = keyof Database["public"]["Tables"];

const unique = () => randomUUID().replaceAll("-", "");

/** A valid row for each table that the API writes. Half of the ordered ones are inactive. */
export const samples: Record<SampledTable, Sample> = {
  site_content: {
    make: () => ({ page_name: "home", section_name: "hero", content_key: unique() }),
    patch: { content_value: "Changed" },
  },
  services: { make: () => ({ title: "Kitting", is_active: false }), patch: { title: "Changed" } },
  pricing_items: {
    make: () => ({ service_name: "Returns", rate: "$20.00 per month", is_active: false }),
    patch: { rate: "Changed" },
  },
  faq_items: {
    make: () => ({ question: "How soon?", answer: "Within 24-48 hours.", is_active: false }),
    patch: { answer: "Changed" },
  },
  testimonials: {
    make: () => ({ quote: "They ship.", author_name: "Ana Ruiz", is_active: false }),
    patch: { quote: "Changed" },
  },
  site_settings: {
    make: () => ({ setting_key: `test_${unique()}` }),
    patch: { setting_value: "Changed" },
  },
  contact_submissions: {
    make: () => ({
      name: "Ana Ruiz",
      email: "ana@example.com",
      monthly_volume: "101-500",
      platforms: ["TikTok Shop"],
    }),
    patch: { status: "closed" },
  },
  submission_notes: { make: () => ({ body: "Called back." }), patch: { body: "Changed" } },
  media_library: {
    make: () => {
      const filename = `${unique()}.png`;
      return {
        filename,
        original_filename: "dock.png",
        file_path: `uploads/${filename}`,
        file_size: 3,
        mime_type: "image/png",
      };
    },
    patch: { caption: "Changed" },
  },
};
