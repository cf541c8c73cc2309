/** An extension after the number: "ext. 12", "x12". */
const EXTENSION = /\s*(?:ext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i;

/** The zero of "+44 (0)20 7946 0018", which is dialed only within the country. */
const TRUNK_ZERO = /^(\s*\+[^(]*)\(0\)/;

/** A phone number in international format. Ten digits are a US number: "(503) 555-0142" is "+15035550142". */
export function dialed(phone: string): string {
  const digits = phone
    .replace(EXTENSION, "")
    .replace(TRUNK_ZERO, "$1")
    .replace(/[^\d+]/g, "");
  return /^1?\d{10}$/.test(digits) ? `+1${digits.slice(-10)}` : digits;
}

/** The "tel:" link of a phone number as typed: "(503) 555-0142 x12" is "tel:+15035550142;ext=12". */
export function phoneLink(phone: string): string {
  const [, extension] = EXTENSION.exec(phone) ?? [];
  return `tel:${dialed(phone)}${extension ? `;ext=${extension}` : ""}`;
}

/** A URL for display: no scheme, no trailing slash. */
export const formatWebsite = (url: string) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
