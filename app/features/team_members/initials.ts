/** Shown instead of a photo: "Ines Okafor" becomes "IO", "Cher" becomes "C". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = ([letter = ""]: string) => letter.toUpperCase();
  const [one = "", ...others] = words;
  return first(one) + first(others.at(-1) ?? "");
}
