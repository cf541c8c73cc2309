interface Split {
  /** what its sender wrote this time */
  fresh: string;
  /** the earlier emails, with the line that introduces them; "" without any */
  quoted: string;
}

/**
 * Splits an email's text from the earlier emails that mail programs put below it. Nothing is lost: when it isn't
 * clear what is quoted, all of it is fresh.
 */
export function splitQuote(text: string): Split {
  const lines = text.split("\n");
  const start = lines.findIndex((_, at) => introduces(lines, at));
  const quote = start === -1 ? lastBlock(lines) : start;
  if (quote === -1) return { fresh: text.trim(), quoted: "" };
  const end = endOf(lines, quote);
  const before = lines.slice(0, quote).join("\n").trim();
  const after = lines.slice(end).join("\n").trim();
  const fresh = [before, after].filter(Boolean).join("\n\n");
  const others = start === -1 ? [...lines.slice(0, quote), ...lines.slice(end)] : lines.slice(end);
  // Answers between quoted lines make no sense without these.
  if (!fresh || others.some(isQuoted)) return { fresh: text.trim(), quoted: "" };
  return { fresh, quoted: lines.slice(quote, end).join("\n").trim() };
}

const isQuoted = (line: string) => line.startsWith(">");
const isBlank = (line: string) => line.trim() === "";

/** Whether the quoted part begins at this line. */
function introduces(lines: string[], at: number): boolean {
  const line = (lines[at] as string).slice(0, MAX_LINE_LENGTH).trim();
  if (SEPARATOR.test(line)) return true;
  if (RULE.test(line)) return isHeader(lines, at + 1);
  return isHeader(lines, at) || isAttribution(lines, at);
}

/** Longer lines introduce nothing. */
const MAX_LINE_LENGTH = 400;

/** Outlook and others: -----Original Message----- */
const SEPARATOR =
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale|oorspronkelijk bericht)\s*-{2,}$/i;

/** Outlook on the web and its apps. */
const RULE = /^_{10,}$/;

const FROM = /^\*?(from|von|de|da|van):\*?\s*\S/i;
const SENT = /^\*?(sent|date|gesendet|datum|envoyé|enviado|inviato|verzonden|data):\*?\s*\S/i;

/** Outlook: From, Sent, To and Subject, one below the other. */
function isHeader(lines: string[], at: number): boolean {
  const [first = "", ...more] = lines
    .slice(at, at + 4)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).trim());
  return FROM.test(first) && more.some((line) => SENT.test(line));
}

/** "On Nov 23, 2026, Ana wrote:", also in some other languages. */
const ATTRIBUTION =
  /^>?\s*(on|am|le|el|il|op|em|den)\s.*\d.*\s(wrote|schrieb|écrit|escribió|scritto|schreef|escreveu|skrev)\b.*:$/i;
/** Programs break it where it gets long. */
const ATTRIBUTION_LINES = 3;

function isAttribution(lines: string[], at: number): boolean {
  const given = lines
    .slice(at, at + ATTRIBUTION_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).trim());
  if (!/^>?\s*\p{L}{2}/u.test(given[0] ?? "")) return false;
  return given.some((_, more) => ATTRIBUTION.test(given.slice(0, more + 1).join(" ")));
}

/** Where the lines marked with ">" at the end of a text begin; -1 without any. */
function lastBlock(lines: string[]): number {
  let start = -1;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    if (isQuoted(lines[at] as string)) start = at;
    else if (!isBlank(lines[at] as string)) break;
  }
  return start;
}

/** Where the quoted part ends: an answer may be below it. A signature there belongs to no answer. */
function endOf(lines: string[], quote: number): number {
  const marked = lines.findIndex((line, at) => at >= quote && isQuoted(line));
  if (marked === -1) return lines.length;
  const rest = lines.findIndex((line, at) => at > marked && !isQuoted(line) && !isBlank(line));
  return rest === -1 || /^--\s*$/.test(lines[rest] as string) ? lines.length : rest;
}
