/** What follows the number itself: "ext. 12", "x12". */
const EXTENSION = /\s*(?:ext(?:ension)?\.?|x|#)\s*(\d+)\s*$/i;

/** A phone number as it is dialed from anywhere; ten digits are a US number: "(503) 555-0142" is "+15035550142". */
export function dialed(phone: string): string {
  const digits = phone.replace(EXTENSION, "").replace(/[^\d+]/g, "");
  return /^1?\d{10}$/.test(digits) ? `+1${digits.slice(-10)}` : digits;
}

/** "tel:" address of a phone number as staff wrote it: "(503) 555-0142 x12" is "tel:+15035550142;ext=12". */
export function phoneLink(phone: string): string {
  const [, extension] = EXTENSION.exec(phone) ?? [];
  return `tel:${dialed(phone)}${extension ? `;ext=${extension}` : ""}`;
}

/** A web address as people say it: no scheme, no trailing slash. */
export const formatWebsite = (url: string) => url.replace(/^https?:\/\//, "").replace(/\/$/, "");
