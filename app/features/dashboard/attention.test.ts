import { expect, test } from "vitest";
import type { Dashboard } from "#app/lib/data/database.types.ts";
import { mattersOf } from "./attention.tsx";

const calm: Dashboard = {
  total: 0,
  by_status: { new: 0, contacted: 0, responded: 0, closed: 0 },
  per_day: [],
  by_platform: [],
  oldest_unanswered: null,
  failed_mail: 0,
  spam: 0,
  active_prices: 1,
  active_faqs: 1,
  by_source: [],
  by_landing_page: [],
  waiting_sets: 0,
  images_without_alt_text: 0,
};

test("a calm morning has nothing to look at", () => {
  expect(mattersOf(calm)).toEqual([]);
});

test("each matter leads to the screen that shows it", () => {
  const matters = mattersOf({
    ...calm,
    failed_mail: 1,
    spam: 2,
    active_prices: 0,
    active_faqs: 0,
    images_without_alt_text: 1,
  });
  expect(matters.map(({ title, to }) => [title, to])).toEqual([
    ["1 mail failed", "/admin/contact-manager?show=failed-mail"],
    ["No active prices", "/admin/pricing"],
    ["No active FAQs", "/admin/faqs"],
    ["2 submissions are likely spam", "/admin/contact-manager?show=spam"],
    ["1 image without alternative text", "/admin/media?show=no-alt"],
  ]);
});
