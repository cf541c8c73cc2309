/**
 * Words that the interface and the docs don't use, and what to write instead. Add a row when a review finds
 * another one; the test names every place.
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
  [/\b(is|are|was|were) told\b/i, "is notified, gets an event"],
  [/\bby itself\b/i, "automatically"],
  [/\bgo(es)? with it\b/i, "is deleted too"],
  [/\bfor good\b|\bforever\b/i, "permanently"],
  [/\bstands? (live|there|beside)\b|\bwhat stood before\b/i, "is live, is there, version"],
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
  // "2 hours ago", "just now": as a time it stands alone.
  [/\bjust now\b(?!$)/i, "right now"],
];

/** Docs that are held to the same words: all. */
export const DOCS = "**/*.md";

/** What of a text has another word: ["anew: again"]. */
export const oddWords = (text: string): string[] =>
  TERMS.flatMap(([not, use]) => {
    const found = not.exec(text)?.[0];
    return found ? [`${found}: ${use}`] : [];
  });
