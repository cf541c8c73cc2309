import { UNKNOWN_SOURCE } from "#app/lib/attribution/names.ts";

const SUBMISSIONS = "/admin/contact-manager";

/** The filtered screens that the figures count: the addresses of app/routes/admin. */
export const LINKS = {
  submissions: `${SUBMISSIONS}?show=genuine`,
  unanswered: `${SUBMISSIONS}?show=genuine&status=new`,
  oldest: (id: string) => `${SUBMISSIONS}?show=genuine&status=new&sort=oldest&open=${id}`,
  source: (name: string | null, since: string) =>
    `${SUBMISSIONS}?${new URLSearchParams({ show: "genuine", source: name ?? UNKNOWN_SOURCE, since })}`,
  failedMail: `${SUBMISSIONS}?show=failed-mail`,
  spam: `${SUBMISSIONS}?show=spam`,
  sets: "/admin/content",
  prices: "/admin/pricing",
  faqs: "/admin/faqs",
  altTexts: "/admin/media?show=no-alt",
};
