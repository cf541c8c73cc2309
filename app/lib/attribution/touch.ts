/** The parameters of an address by which campaigns are told apart. */
export const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** One arrival at the site from outside it. Nothing in it says who arrived. */
export type Touch = Partial<Record<"landing_page" | "referrer" | (typeof UTM)[number], string>>;

/**
 * Where a tab came from, by its first arrival and its last, as contact_submissions.attribution and
 * bookings.attribution keep it; `last` is left out where it is the first. The database spells and
 * bounds it (private.clean_attribution).
 */
export type Attribution = {
  first: Touch;
  last?: Touch;
};

const MOST = 100;
const withoutWww = (host: string) => host.replace(/^www\./, "");

/** Lower case, trimmed, bounded; without what JSON in a database can't hold, or has to escape. */
const plain = (text: string) =>
  text
    .slice(0, MOST)
    .replace(/[\p{C}"\\]/gu, "")
    .trim()
    .toLowerCase();

/** What ad services append to an address, and whose ad it was. The ids themselves are not kept. */
const AD_CLICKS = [
  ["gclid", "google ads"],
  ["gbraid", "google ads"],
  ["wbraid", "google ads"],
  ["fbclid", "facebook / instagram"],
  ["ttclid", "tiktok"],
  ["msclkid", "microsoft ads"],
] as const;

/** The campaign that an address names, or the ad service whose click it was. */
export function readCampaign(search: string): Touch {
  const asked = new URLSearchParams(search);
  const utm: Touch = Object.fromEntries(
    UTM.flatMap((name) => {
      const value = plain(asked.get(name) ?? "");
      return value ? [[name, value]] : [];
    }),
  );
  if (utm.utm_source) return utm;
  const click = AD_CLICKS.find(([id]) => asked.get(id));
  return click ? { utm_source: click[1], utm_medium: "paid", ...utm } : utm;
}

/**
 * The arrival at a page.
 * @param page its address
 * @param referrer where the visitor came from, as the browser tells it; "" when it does not
 */
export function readTouch(page: URL | Location, referrer: string): Touch {
  const host = URL.canParse(referrer) ? withoutWww(new URL(referrer).hostname) : "";
  return {
    landing_page: page.pathname.slice(0, 200),
    ...(host && host !== withoutWww(page.hostname) && { referrer: host }),
    ...readCampaign(page.search),
  };
}

/** The campaign that led here last; {} when none did. */
export function campaignOf({ first, last }: Attribution): Record<string, string> {
  const utm = ({ landing_page, referrer, ...rest }: Touch) => rest;
  const latest = utm(last ?? {});
  return Object.keys(latest).length > 0 ? latest : utm(first);
}

/** Says where it came from: another site or a campaign. */
const isFromSomewhere = ({ landing_page, ...from }: Touch) => Object.keys(from).length > 0;

/**
 * What a tab knows with this arrival: the first is kept, and the last that came from somewhere.
 * Going on within the site is none.
 */
export function withTouch(known: Attribution | null, touch: Touch): Attribution {
  if (!known) return { first: touch };
  return isFromSomewhere(touch) ? { first: known.first, last: touch } : known;
}
