import { expect, test } from "vitest";
import type { Dashboard } from "#app/lib/data/database.types.ts";
import { mattersOf } from "./attention.tsx";

const calm: Dashboard = {
  total: 0,
  by_status: { new: 0, contacted: 0, responded: 0, closed: 0 },
  per_day: [],
  by_platform: [],
  oldest_unanswered: null,
  overdue: 0,
  new_answers: 0,
  unmatched_mails: 0,
  email_saved: false,
  unsent: [],
  spam: 0,
  held_spam: 0,
  active_prices: 1,
  active_faqs: 1,
  by_source: [],
  by_landing_page: [],
  waiting_sets: 0,
  images_without_alt_text: 0,
};

test("lists nothing when all is clear", () => {
  expect(mattersOf(calm)).toEqual([]);
  // The figures that a role doesn't include are absent.
  expect(mattersOf({})).toEqual([]);
});

test("links each item to its screen", () => {
  const figures = {
    ...calm,
    email_saved: true,
    unsent: [
      { what: "notice", count: 1, newest: "a" },
      { what: "reply", count: 2, newest: "b" },
      { what: "other", count: 3, newest: "c" },
    ],
    new_answers: 2,
    unmatched_mails: 1,
    overdue: 2,
    spam: 3,
    held_spam: 1,
    active_prices: 0,
    active_faqs: 0,
    images_without_alt_text: 1,
  } satisfies Dashboard;
  const matters = mattersOf(figures, { isLate: true, words: "Orders that arrive …" });
  expect(matters.map(({ title, to }) => [title, to])).toEqual([
    ["Email isn't set up", "/admin/system"],
    ["1 team notification failed", "/admin/contact-manager?show=failed-mail&open=a"],
    ["2 replies to customers failed", "/admin/contact-manager?show=failed-mail&open=b"],
    ["3 other emails failed", "/admin/contact-manager?show=failed-mail&open=c"],
    ["2 leads have replied", "/admin/contact-manager?show=new-answer"],
    ["2 leads are overdue", "/admin/contact-manager?show=overdue&sort=due"],
    ["1 email matches no lead", "/admin/unmatched-email"],
    ["Some orders would miss TikTok Shop's deadline", "/admin/settings"],
    ["No active prices", "/admin/pricing"],
    ["No active FAQs", "/admin/faqs"],
    ["2 leads are likely spam", "/admin/contact-manager?show=likely"],
    ["1 lead is held as spam", "/admin/contact-manager?show=held"],
    ["1 image without alt text", "/admin/media?show=no-alt"],
  ]);
  // Whether the team was notified of spam depends on email, and on who marked it when.
  expect(matters.slice(-3).map(({ why }) => why)).toEqual([
    "Shown with your other leads. Check for real messages.",
    "Not shown with your other leads. Check for real messages.",
    "Screen readers can't describe it.",
  ]);
});
