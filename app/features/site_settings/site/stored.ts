import type { Settings } from "#app/content/index.ts";
import { schedulingUrl } from "#app/lib/domain/scheduling.ts";
import { CONSENT_SECONDS } from "#contract/consent.ts";
import { analyticsOf, asksConsent } from "./analytics.ts";

/** Something that a visitor's browser stores: who stores it, and what. */
export interface Stored {
  who: string;
  what: string;
}

/**
 * What the site stores in visitors' browsers, and what others do, by the settings that are on.
 * @param calendar the scheduling page's URL; "" for none
 */
export function storedInBrowser(settings: Settings, calendar: string): Stored[] {
  const { ga, gtm } = analyticsOf(settings);
  const asks = asksConsent(settings);
  const cookies = asks ? "If you allow it, cookies" : "Cookies";
  const host = schedulingUrl(calendar)?.host;
  const stored: (Stored | false)[] = [
    {
      who: "This site",
      what: "Until you close the tab: how you found us, what you typed into the contact form, and that you booked a call.",
    },
    { who: "This site", what: "Which announcements you closed, so that they stay closed." },
    asks && {
      who: "This site",
      what: `A cookie with your cookie choice, for ${CONSENT_SECONDS / 86_400} days.`,
    },
    Boolean(ga) && {
      who: "Google Analytics",
      what: `${cookies} that count your visits, such as _ga, for up to two years.`,
    },
    Boolean(gtm) && {
      who: "Google Tag Manager",
      what: `${cookies} of the tools that we load with it.`,
    },
    host !== undefined && {
      who: host,
      what: `Its calendar is on our contact page, and may set cookies${settings.calendar_on_click === "true" ? " after you choose to show it" : ""}.`,
    },
  ];
  return stored.filter((one) => one !== false);
}
