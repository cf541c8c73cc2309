/** How many characters two texts begin with alike. */
function sameStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  return at;
}

const reversed = (text: string) => Array.from(text).reverse().join("");

/** What a text node is to this. */
export type TextNode = Pick<Text, "data" | "replaceData">;

/**
 * Writes `after` where the texts of an element say `before` together: only those characters change that
 * differ, so that nothing else of the element does. False where they do not say it.
 * @param texts its text nodes, in their order
 */
export function swapText(texts: readonly TextNode[], before: string, after: string): boolean {
  const whole = texts.map(({ data }) => data).join("");
  const start = before.trim() === "" ? -1 : whole.indexOf(before);
  if (start < 0) return false;

  const from = start + sameStart(before, after);
  const rest = before.slice(from - start);
  const added = after.slice(from - start);
  const end = sameStart(reversed(rest), reversed(added));
  let removed = rest.length - end;
  let written = added.slice(0, added.length - end);
  let at = 0;
  for (const text of texts) {
    const { length } = text.data;
    const place = Math.max(from - at, 0);
    if (place <= length && (removed > 0 || written)) {
      const cut = Math.min(removed, length - place);
      text.replaceData(place, cut, written);
      removed -= cut;
      written = "";
    }
    at += length;
  }
  return true;
}
