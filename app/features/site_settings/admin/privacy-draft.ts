import type { SettingKey } from "#app/content/defaults/site-settings.ts";
import type { LoggedAddresses } from "#contract/render-context.ts";

/** How the site handles visitors' data, beyond what its settings say. */
export interface PrivacyFacts {
  logged: LoggedAddresses;
  /** the database is on Supabase, which keeps its own logs and backups */
  hosted: boolean;
  /** leads are sent to other systems */
  webhooks: boolean;
  /** answers by email are stored with their lead */
  answers: boolean;
  /** visitors can book calls in a calendar on the contact page */
  calendar: boolean;
  /** scheduled; stored in S3 */
  backups: { scheduled: boolean; elsewhere: boolean };
}

const LOGGED: Record<LoggedAddresses, string> = {
  full: "Our server logs each request with its IP address.",
  cut: "Our server logs each request with its IP address, without the last part. When it blocks a request, it logs the full address to protect this site.",
  failures:
    "When our server fails to answer a request, or is too busy to, it logs the IP address the request came from.",
  none: "Our server's log contains no IP addresses.",
};

function otherHandlers({ hosted, webhooks, calendar, backups }: PrivacyFacts): string {
  return [
    "Email between you and us goes through our email provider.",
    calendar &&
      "Calls are booked in another company's calendar, under that company's terms. We record that a call was booked.",
    webhooks && "What you send us, and any call you book, also go to other software we use.",
    hosted &&
      "Our data is stored with Supabase, which keeps its own logs of requests, under its own terms.",
    !hosted && backups.elsewhere && "Our backups are stored with a storage provider.",
  ]
    .filter(Boolean)
    .join(" ");
}

function inBackups({ hosted, backups }: PrivacyFacts): string {
  if (hosted) return "Supabase's backups may keep these messages longer.";
  return backups.scheduled
    ? "Backups may keep these messages for about a year longer."
    : "Backups may keep these messages until we delete the backups.";
}

/**
 * A draft privacy text that matches the site's current setup. Staff review it, correct it and are
 * responsible for it.
 * @param setting returns a setting's value
 */
export function privacyDraft(setting: (key: SettingKey) => string, facts: PrivacyFacts): string {
  const company = setting("company_name").trim();
  const email = setting("contact_email").trim();
  const months = setting("delete_closed_months");
  const measured =
    (setting("ga_enabled") === "true" && setting("ga_measurement_id")) ||
    (setting("gtm_enabled") === "true" && setting("gtm_container_id"));
  return [
    "# What we collect",
    `When you write to ${company || "us"} with the contact form, we keep what you enter: your name, email address, business name, monthly orders, platforms and message, an estimate from the pricing page if you send it along, and the time.`,
    "We also keep which page of this site you visited first, and the website or campaign that brought you. Your browser remembers this only while the tab is open. We don't use a cookie for this.",
    LOGGED[facts.logged],
    "# What we use it for",
    `We use it to reply to you. We keep our replies and notes with your message${
      facts.answers ? ", and your emails to us with their attachments" : ""
    }.`,
    "# Who else handles it",
    otherHandlers(facts),
    "# Measuring visits",
    "We count visits ourselves: the pages, the website or campaign you came from, and the kind of device. We don't use a cookie for this, and after a day, none of it can be traced back to you. Browsers that ask sites not to track aren't counted.",
    ...(measured
      ? [
          setting("consent_ask") === "false"
            ? "This site loads Google's tools to measure visits. They may set cookies, under Google's own terms."
            : "If you allow it, this site loads Google's tools to measure visits. They may set cookies, under Google's own terms. You can change your choice at the bottom of each page.",
        ]
      : []),
    "# How long we keep it",
    [
      months
        ? `We delete messages ${months === "1" ? "one month" : `${months} months`} after our conversation has ended.`
        : "We keep messages until we delete them, or until you ask us to.",
      setting("delete_spam") === "true" ? "Spam is deleted after 30 days." : "",
      "Deleted messages stay in the trash for 30 days before they are permanently deleted.",
      inBackups(facts),
    ]
      .filter(Boolean)
      .join(" "),
    "# Your choices",
    `${email ? `Write to ${email}` : "Write to us"} to learn what we keep about you, to get a copy of it, or to have it erased.`,
  ].join("\n\n");
}
