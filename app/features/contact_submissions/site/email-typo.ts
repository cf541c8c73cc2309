/** The mailbox providers whose domains are typed most, and so mistyped most. */
const PROVIDERS = ["gmail.com", "yahoo.com", "hotmail.com", "outlook.com", "icloud.com"];

/** What a slip makes of ".com". None of these is a top-level domain. */
const MISTYPED_COM = /\.(?:con|cpm|ocm|cmo|vom|xom|coom|ccom)$/;

/**
 * The address that was probably meant: "seller@gmial.com" is seller@gmail.com. Undefined for one that looks right,
 * and while the rest of a domain may still be typed.
 */
export function meantEmail(typed: string): string | undefined {
  const [, person, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(typed.trim()) ?? [];
  if (!person || !domain) return undefined;
  const given = domain.toLowerCase();
  const fixed = given.replace(MISTYPED_COM, ".com");
  const provider = PROVIDERS.find((one) => isOneSlip(fixed, one));
  const meant = provider ?? fixed;
  return meant === given || meant.startsWith(given) ? undefined : `${person}@${meant}`;
}

/**
 * Whether a letter more, less or other than in `meant`, or two that changed places, make `typed`. The first
 * letter counts as right: mail.com and ymail.com are providers too.
 */
function isOneSlip(typed: string, meant: string): boolean {
  const shorter = Math.min(typed.length, meant.length);
  let start = 0;
  while (start < shorter && typed[start] === meant[start]) start++;
  let end = 0;
  while (end < shorter - start && typed.at(-1 - end) === meant.at(-1 - end)) end++;
  const from = typed.slice(start, typed.length - end);
  const to = meant.slice(start, meant.length - end);
  if (start === 0) return false;
  return (
    (from.length <= 1 && to.length <= 1) ||
    (from.length === 2 && to === [...from].reverse().join(""))
  );
}
