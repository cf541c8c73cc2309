import { UNKNOWN_SOURCE } from "#app/lib/attribution/names.ts";

const SUBMISSIONS = "/admin/contact-manager";

/** Links to the filtered screens behind the figures, as routed in app/routes/admin. */
export const LINKS = {
  submissions: SUBMISSIONS,
  unanswered: `${SUBMISSIONS}?status=new`,
  oldest: (id: string) => `${SUBMISSIONS}?status=new&sort=oldest&open=${id}`,
  newAnswers: `${SUBMISSIONS}?show=new-answer`,
  unmatched: "/admin/unmatched-email",
  overdue: `${SUBMISSIONS}?show=overdue&sort=due`,
  source: (name: string | null, since: string) =>
    `${SUBMISSIONS}?${new URLSearchParams({ source: name ?? UNKNOWN_SOURCE, since })}`,
  /** with one lead open, so its email can be resent */
  failedMail: (id: string) => `${SUBMISSIONS}?show=failed-mail&open=${id}`,
  system: "/admin/system",
  likelySpam: `${SUBMISSIONS}?show=likely`,
  heldSpam: `${SUBMISSIONS}?show=held`,
  sets: "/admin/content",
  review: (set: string) => `/admin/content?review=${set}`,
  dispatch: "/admin/settings",
  prices: "/admin/pricing",
  faqs: "/admin/faqs",
  altTexts: "/admin/media?show=no-alt",
};
