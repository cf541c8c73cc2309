/** The URL value for "unknown source". Real sources are lowercase, so it can't clash. */
export const UNKNOWN_SOURCE = "None";

/** Brand names in the services' own spelling; private.source_in_words has the same. */
export const NAMES: Record<string, string> = {
  direct: "Direct",
  google: "Google",
  "google ads": "Google Ads",
  bing: "Bing",
  yahoo: "Yahoo",
  duckduckgo: "DuckDuckGo",
  facebook: "Facebook",
  "facebook / instagram": "Facebook / Instagram",
  instagram: "Instagram",
  "microsoft ads": "Microsoft Ads",
  linkedin: "LinkedIn",
  pinterest: "Pinterest",
  reddit: "Reddit",
  tiktok: "TikTok",
  youtube: "YouTube",
};

/**
 * A source as shown to staff (contact_submissions.source): the service's name, else the campaign's or
 * referrer's value.
 * @param source null if unknown
 */
export function sourceName(source: string | null): string {
  if (source === null || source === UNKNOWN_SOURCE) return "Unknown";
  return Object.hasOwn(NAMES, source) ? (NAMES[source] as string) : source;
}
