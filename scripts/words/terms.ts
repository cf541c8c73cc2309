/**
 * Words that the interface and the docs don't use, and what to write instead. Add a row when a review finds
 * another one; the test reports every occurrence.
 */
const TERMS: readonly (readonly [not: RegExp, use: string])[] = [
  [/\banew\b/i, "again"],
  [/\bwhoever\b/i, "the person who, anyone who"],
  [/\bsomebody\b/i, "someone"],
  [/\beverybody\b/i, "everyone"],
  [/\be-mails?\b/i, "email"],
  [
    /\b(a|no|one|each|that|every) mails?\b(?! (server|program|client))|\bmails? (leaves?|that|tells|says)\b/i,
    "email",
  ],
  [/\bmend(s|ed|ing)?\b/i, "fix"],
  [/\breckon(s|ed|ing)?\b/i, "estimate, think"],
  [/\bby (itself|themselves)\b/i, "automatically"],
  [/\bgo(es)? with it\b/i, "is deleted too"],
  [/\bfor good\b|\bforever\b/i, "permanently"],
  [/\b(was|were|is|last|no|never) proved\b|\bproved backup/i, "verified"],
  [/\btak(e|en|es) away\b|\btaken (apart|back)\b/i, "remove, separate, undo"],
  [/\bis void\b/i, "revoked"],
  [/\bany ?more\b/i, "no longer"],
  [/\ball the same\b/i, "still, anyway"],
  [/\bstill (the demo|Evergreen)'s\b/i, "demo content"],
  [/\bchanges heard\b/i, "live updates"],
  [/\bprepared changes\b|\bset of changes\b/i, "change set"],
  [/\bthe story\b/i, "activity"],
  [/\bleft (empty|blank)\b/i, "leave empty, leave blank"],
  [/\btried again\b/i, "retried"],
  [/\bunder way\b/i, "in progress"],
  [/\bdoes not answer\b/i, "isn't responding"],
  // "2 hours ago", "just now": allowed as a time at the end of a text.
  [/\bjust now\b(?!$)/i, "right now"],
];

/** Also not used in docs and test titles, but allowed in the site's own text. */
const IN_DOCS: typeof TERMS = [
  [/\bbesides?\b/i, "next to, as well as"],
  [/\btold\b/i, "said, notified"],
  [/\bof (its|their|his|her) own\b/i, "its own"],
  [/\bstood\b|\bstands?\b(?!-| (out|for|by)\b)/i, "is, was"],
];

/** Private names for things that have a usual one; not used in the names of functions, types and values. */
const IN_NAMES: ReadonlyMap<string, string> = new Map([
  ["told", "notified, reported, message, response"],
  ["untold", "unknown"],
  ["tell", "notify, report, log"],
  ["heard", "listening, received"],
  ["hears", "isListening, receives"],
  ["kept", "cached, stored, retained"],
  ["story", "activity"],
  ["colour", "color"],
  ["beside", "adjacent, secondary"],
  ["room", "diskSpace, capacity"],
  ["asker", "client, caller"],
  ["lane", "limiter"],
  ["gate", "gateway"],
  ["bones", "skeleton"],
  ["patience", "backoff, timeout"],
  ["patiently", "withRetry"],
  ["anew", "again"],
  ["amiss", "failing"],
  ["lately", "recent"],
  ["spelt", "spelling"],
  ["unmade", "failed, removed"],
  ["owe", "queue"],
  ["deed", "operation"],
]);

const DECLARED = /\b(?:const|let|function\*?|class|interface|type|enum)\s+([A-Za-z_$][\w$]*)/g;

/** The private names that a source file declares: ["keptPage: cached, stored, retained"]. */
export const oddNames = (source: string): string[] =>
  [...source.matchAll(DECLARED)].flatMap(({ 1: name = "" }) =>
    name
      .split(/(?<=[a-z0-9])(?=[A-Z])|_/)
      .flatMap((word) => IN_NAMES.get(word.toLowerCase()) ?? [])
      .map((use) => `${name}: ${use}`),
  );

/** The docs that follow the same rules: all. */
export const DOCS = "**/*.md";

const oddOf = (terms: typeof TERMS, text: string): string[] =>
  terms.flatMap(([not, use]) => {
    const found = not.exec(text)?.[0];
    return found ? [`${found}: ${use}`] : [];
  });

/** The disallowed words in a text: ["anew: again"]. */
export const oddWords = (text: string): string[] => oddOf(TERMS, text);

/** Also checks the words not allowed in docs and test titles. */
export const oddWordsInDocs = (text: string): string[] => oddOf([...TERMS, ...IN_DOCS], text);
