/** The URL parameters that identify a campaign. */
export const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** One arrival from outside the site. Contains no personal data. */
export type Touch = Partial<Record<"landing_page" | "referrer" | (typeof UTM)[number], string>>;

/**
 * A tab's first and last arrival, stored in contact_submissions.attribution and
 * bookings.attribution. `last` is omitted if it is the first. The database normalizes and limits it
 * (private.clean_attribution).
 */
export type Attribution = {
  first: Touch;
  last?: Touch;
};

const MAX_LENGTH = 100;
const withoutWww = (host: string) => host.replace(/^www\./, "");

/** Lowercased, trimmed and shortened, without characters that JSON can't store or must escape. */
const plain = (text: string) =>
  text
    .slice(0, MAX_LENGTH)
    .replace(/[\p{C}"\\]/gu, "")
    .trim()
    .toLowerCase();

/** Click-ID parameters that ad services add, and which service. The IDs are not stored. */
const AD_CLICKS = [
  ["gclid", "google ads"],
  ["gbraid", "google ads"],
  ["wbraid", "google ads"],
  ["fbclid", "facebook / instagram"],
  ["ttclid", "tiktok"],
  ["msclkid", "microsoft ads"],
] as const;

/** The campaign in a URL, or the ad service whose ad was clicked. */
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

/** The host of a URL; "" for what is none. Safari on iOS 16 has no URL.canParse. */
function hostOf(address: string): string {
  try {
    return withoutWww(new URL(address).hostname);
  } catch {
    return "";
  }
}

/**
 * The arrival at a page.
 * @param page its URL
 * @param referrer the browser's referrer; "" if there is none
 */
export function readTouch(page: URL | Location, referrer: string): Touch {
  const host = hostOf(referrer);
  return {
    landing_page: page.pathname.slice(0, 200),
    ...(host && host !== withoutWww(page.hostname) && { referrer: host }),
    ...readCampaign(page.search),
  };
}

/** The most recent campaign that led here; {} if none did. */
export function campaignOf({ first, last }: Attribution): Record<string, string> {
  const utm = ({ landing_page, referrer, ...rest }: Touch) => rest;
  const latest = utm(last ?? {});
  return Object.keys(latest).length > 0 ? latest : utm(first);
}

/** Whether it came from another site or a campaign. */
const isFromSomewhere = ({ landing_page, ...from }: Touch) => Object.keys(from).length > 0;

/**
 * A tab's attribution after this arrival: keeps the first one and the last with an external source.
 * Navigation within the site doesn't count.
 */
export function withTouch(known: Attribution | null, touch: Touch): Attribution {
  if (!known) return { first: touch };
  return isFromSomewhere(touch) ? { first: known.first, last: touch } : known;
}

/** "Landed on /pricing, from news.example" or "Latest visit: /", then "Campaign: source ads, …". */
export function touchLines(touch: Touch, isFirst: boolean): string[] {
  const { landing_page, referrer } = touch;
  const where = [
    `${isFirst ? "Landed" : "Latest visit"}${landing_page ? `${isFirst ? " on" : ":"} ${landing_page}` : ""}`,
    ...(referrer ? [`from ${referrer}`] : []),
  ];
  const campaign = UTM.flatMap((name) =>
    touch[name] ? [`${name.replace("utm_", "")} ${touch[name]}`] : [],
  );
  return [where.join(", "), ...(campaign.length > 0 ? [`Campaign: ${campaign.join(", ")}`] : [])];
}
