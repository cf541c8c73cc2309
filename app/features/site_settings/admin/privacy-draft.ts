import type { SettingKey } from "#app/content/defaults/site-settings.ts";

/**
 * A privacy text that is true of this site as it is set up just now, to begin with; staff read it, mend it
 * and answer for it.
 * @param setting what a setting holds
 */
export function privacyDraft(setting: (key: SettingKey) => string): string {
  const company = setting("company_name").trim();
  const email = setting("contact_email").trim();
  const months = setting("delete_closed_months");
  const measured =
    (setting("ga_enabled") === "true" && setting("ga_measurement_id")) ||
    (setting("gtm_enabled") === "true" && setting("gtm_container_id"));
  return [
    "# What we keep",
    `When you write to ${company || "us"} with the contact form, we keep what you enter: your name, email address, business name, monthly orders, platforms and message, an estimate from the pricing page if you send it along, and the time.`,
    "With it we keep which page of this site you came to first, and the website or campaign that brought you. Your browser remembers that for its tab and no longer. No cookie is set for it.",
    "When our server refuses a request, it notes the network address that it came from.",
    "# What we use it for",
    "We answer you, and keep what we write to you and note about it with your message.",
    "# Who else handles it",
    "Mail between you and us goes through our mail provider. Calls are booked in another company's calendar, under its own terms; we note that a call was booked.",
    ...(measured
      ? [
          "# Measuring visits",
          "This site loads Google's tools to measure visits. They may set cookies, under Google's own terms.",
        ]
      : []),
    "# How long we keep it",
    [
      months
        ? `We delete messages ${months === "1" ? "one month" : `${months} months`} after our conversation has ended.`
        : "We keep messages until we delete them, or you ask us to.",
      setting("delete_spam") === "true" ? "What counts as spam goes after 30 days." : "",
      "Deleted messages lie in a trash for 30 days before they go for good. Backups may hold them for about a year longer.",
    ]
      .filter(Boolean)
      .join(" "),
    "# Your choice",
    `${email ? `Write to ${email}` : "Write to us"} to learn what we keep of you, to be sent a copy of it, or to have it erased.`,
  ].join("\n\n");
}
