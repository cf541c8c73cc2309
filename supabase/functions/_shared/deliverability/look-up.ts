/**
 * The texts (TXT records) of a name: empty if it has none, null if no name server answered before `signal`
 * aborted.
 */
export type LookUpText = (name: string, signal: AbortSignal) => Promise<string[] | null>;

export type Ask = (name: string) => Promise<string[] | null>;

export const DNS_MS = 5_000;
/** More than any honest domain needs: 11 for SPF, 8 for each of three walks of DMARC, 1 for a key. */
const MOST_NAMES = 36;
const MOST_TEXTS = 40;
const LONGEST_TEXT = 2_048;

/** Asks each name once, within one deadline, and reads only so much of each answer. */
export function boundedLookUp(lookUp: LookUpText, signal: AbortSignal): Ask {
  const answers = new Map<string, Promise<string[] | null>>();
  return (name) => {
    const known = answers.get(name);
    if (known) return known;
    if (answers.size >= MOST_NAMES) return Promise.resolve(null);
    const answer = lookUp(name, signal).then(
      (texts) => texts?.slice(0, MOST_TEXTS).map(readable) ?? null,
    );
    answers.set(name, answer);
    return answer;
  };
}

const readable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  text.slice(0, LONGEST_TEXT).replace(/[\u0000-\u001f\u007f-\u009f]/g, " ");

interface Resolving {
  Deno?: {
    resolveDns(name: string, kind: "TXT", options: object): Promise<string[][]>;
  };
}

/** For Supabase's edge runtime. */
export const lookUpByDeno: LookUpText = async (name, signal) => {
  const { Deno } = globalThis as Resolving;
  try {
    const texts = await Deno?.resolveDns(name, "TXT", { signal });
    return texts?.map((parts) => parts.join("")) ?? null;
  } catch (error) {
    return error instanceof Error && error.name === "NotFound" ? [] : null;
  }
};
