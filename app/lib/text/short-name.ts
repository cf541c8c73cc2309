/** Phones cut off longer names below an icon. */
const MAX_LENGTH = 12;

/** A company's name below the icon on a phone's home screen: as many whole words as fit, at least one. */
export function shortName(name: string): string {
  const [first = "", ...rest] = name.split(/\s+/);
  let short = first;
  for (const word of rest) {
    const longer = `${short} ${word}`;
    if (longer.length > MAX_LENGTH) break;
    short = longer;
  }
  return short;
}
