import { glyphs as outlines, kerns as pairs } from "./glyphs.json";

/** Lines of text as SVG paths, so an image looks the same whatever fonts the machine has. */

const glyphs = outlines as unknown as Record<string, [advance: number, path: string]>;
const kerns: Record<string, number> = pairs;
/** Font units per em. */
const EM = 1000;
const ELLIPSIS = "…";

/** Emoji and invisible characters: text reads the same without them. */
const LEFT_OUT =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{RI}|\p{Cf}|\p{Cc}|\u{fe0f}|\u{20e3}/gu;

/**
 * The text as it can be written: without emoji, with single spaces. Null if nothing is left, or if the font
 * lacks one of its letters, as for Arabic or Chinese: half a word is worse than none.
 */
export function writable(text: string): string | null {
  const plain = text
    .normalize("NFC")
    .replace(/[\s\u00a0]+/g, " ")
    .replace(LEFT_OUT, "")
    .replace(/ +/g, " ")
    .trim();
  const letters = [...plain];
  return plain && letters.every((letter) => Object.hasOwn(glyphs, letter)) ? plain : null;
}

/** A line's width in ems. */
const measure = (line: string, tracking: number) =>
  [...line].reduce((sum, letter, i, all) => sum + advance(letter, all[i + 1], tracking), 0) / EM;

const advance = (letter: string, next: string | undefined, tracking: number) =>
  (glyphs[letter]?.[0] ?? 0) + (kerns[letter + next] ?? 0) + tracking * EM;

/**
 * Lines as one path, in thousandths of their size, from the baseline of the first.
 * @param lines of letters that writable() allows
 * @param lineHeight relative to the size
 * @param tracking added between letters, in ems
 */
export const outline = (lines: readonly string[], lineHeight: number, tracking: number): string =>
  lines.map((line, row) => outlineOf(line, row * lineHeight * EM, tracking)).join("");

function outlineOf(line: string, y: number, tracking: number): string {
  let x = 0;
  let path = "";
  const letters = [...line];
  for (const [i, letter] of letters.entries()) {
    path += moved(glyphs[letter]?.[1] ?? "", Math.round(x), Math.round(y));
    x += advance(letter, letters[i + 1], tracking);
  }
  return path;
}

/** The outlines have absolute coordinates only, and y points up. */
const moved = (path: string, right: number, down: number) =>
  path.replace(/(-?\d+),(-?\d+)/g, (_, x, y) => `${Number(x) + right},${down - Number(y)}`);

export interface Lines {
  lines: string[];
  /** pixels */
  size: number;
  width: number;
}

interface Bounds {
  width: number;
  /** pixels from the top of the first line's letters to the bottom of the last's, in line heights */
  height: number;
  /** font sizes to try, the largest first; the text is cut at the last */
  sizes: readonly number[];
  /** relative to the size */
  lineHeight: number;
  tracking: number;
}

/** Breaks a text into lines at the largest size at which it fits; at the smallest, it ends in an ellipsis. */
export function fitted(
  text: string,
  { width, height, sizes, lineHeight, tracking }: Bounds,
): Lines {
  const at = (size: number, cut: boolean) => {
    const most = Math.max(1, Math.floor(height / (size * lineHeight)));
    const lines = broken(text, width / size, tracking);
    const shown = cut ? lines.slice(0, most) : lines;
    if (cut && lines.length > most)
      shown.push(shortened(shown.pop() ?? "", width / size, tracking));
    const widest = Math.max(...shown.map((line) => measure(line, tracking)));
    return { lines: shown, size, width: widest * size, fits: lines.length <= most };
  };
  for (const size of sizes) {
    const tried = at(size, false);
    const longest = Math.max(...text.split(" ").map((word) => measure(word, tracking)));
    if (tried.fits && longest * size <= width) return tried;
  }
  return at(sizes.at(-1) as number, true);
}

/** Lines at most `width` ems wide. A word that is wider is broken. */
function broken(text: string, width: number, tracking: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ").flatMap((word) => pieces(word, width, tracking))) {
    const longer = line ? `${line} ${word}` : word;
    if (line && measure(longer, tracking) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
}

function pieces(word: string, width: number, tracking: number): string[] {
  const letters = [...word];
  const parts: string[] = [];
  let part = "";
  for (const letter of letters) {
    if (part && measure(part + letter, tracking) > width) {
      parts.push(part);
      part = "";
    }
    part += letter;
  }
  return [...parts, part];
}

function shortened(line: string, width: number, tracking: number): string {
  let short = [...line];
  while (short.length > 1 && measure(short.join("") + ELLIPSIS, tracking) > width)
    short = short.slice(0, -1);
  return short.join("").trimEnd() + ELLIPSIS;
}
