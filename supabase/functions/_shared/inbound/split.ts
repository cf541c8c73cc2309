import { READ } from "./bounds.ts";
import { type Head, readHead, tokenOf } from "./head.ts";

/** A part that has no parts itself. */
export interface Leaf {
  head: Head;
  /** lower case, as the part itself says; text/plain when it says nothing */
  type: string;
  /** still encoded */
  body: Uint8Array;
  /** the parts of one multipart/alternative say the same, so they share this number */
  alternative: number | null;
}

interface Split {
  head: Head;
  /** everything after the email's own headers */
  body: Uint8Array;
  leaves: Leaf[];
  /** parts or headers were left out */
  cut: boolean;
}

interface Delimiter {
  /** of its multipart in those that are open */
  level: number;
  isLast: boolean;
}

type Top = Pick<Split, "head" | "body">;

interface Multipart {
  /** with the two dashes before it */
  boundary: Uint8Array;
  alternative: number | null;
}

const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;
const SPACE = 0x20;
const TAB = 0x09;

/**
 * Splits an email into its parts (RFC 2046, 5.1) in one pass over its lines, without decoding them. The parser
 * could do it, but an email of a megabyte can keep it busy for seconds.
 */
export async function splitMail(raw: Uint8Array): Promise<Split> {
  const splitter = new Splitter(raw);
  for (let at = 0; at < raw.length && !splitter.isFull; ) {
    let end = at;
    while (end < raw.length && raw[end] !== LF) end += 1;
    const next = Math.min(end + 1, raw.length);
    const work = splitter.line(at, end > at && raw[end - 1] === CR ? end - 1 : end, next);
    // Waiting for nothing at each of a million lines would take seconds.
    if (work) await work;
    at = next;
  }
  return splitter.end();
}

class Splitter {
  /** no more parts are read */
  isFull = false;
  readonly #raw: Uint8Array;
  readonly #open: Multipart[] = [];
  readonly #leaves: Leaf[] = [];
  #top: Top | undefined;
  #cut = false;
  #heads = 0;
  #dashed = 0;
  #headsLeft: number = READ.heads;
  /** "outside": between parts, or after the last */
  #in: "head" | "body" | "outside" = "head";
  /** where the current headers or body began */
  #began = 0;
  #leaf: Omit<Leaf, "body"> | undefined;

  constructor(raw: Uint8Array) {
    this.#raw = raw;
  }

  /** @param end without the line break @param next where the next line begins */
  line(at: number, end: number, next: number): Promise<void> | undefined {
    const raw = this.#raw;
    if (raw[at] === DASH && raw[at + 1] === DASH) {
      this.#dashed += 1;
      if (this.#dashed > READ.dashed) this.#stop();
      const delimiter = delimiterIn(raw.subarray(at, end), this.#open);
      if (delimiter) return this.#delimit(at, next, delimiter);
    }
    return this.#in === "head" && end === at ? this.#endHead(at, next) : undefined;
  }

  async end(): Promise<Split> {
    await this.#endPart(this.#raw.length);
    const { head, body } = this.#top as Top;
    const none = this.#leaves.length === 0;
    // Its boundary is missing: better all of it as text than nothing.
    const whole = { head, type: "text/plain", body, alternative: null };
    return { head, body, leaves: none ? [whole] : this.#leaves, cut: this.#cut };
  }

  async #delimit(at: number, next: number, { level, isLast }: Delimiter): Promise<void> {
    // The line break before a delimiter belongs to it.
    await this.#endPart(this.#raw[at - 2] === CR ? at - 2 : at - 1);
    this.#open.length = isLast ? level : level + 1;
    if (isLast) return;
    this.#in = "head";
    this.#began = next;
    if (this.#heads > READ.parts || this.#headsLeft <= 0) {
      this.#stop();
      this.#in = "outside";
    }
  }

  #stop(): void {
    this.isFull = true;
    this.#cut = true;
  }

  async #endPart(end: number): Promise<void> {
    if (this.#in === "head") await this.#endHead(Math.max(this.#began, end), end);
    if (this.#leaf)
      this.#leaves.push({
        ...this.#leaf,
        body: this.#raw.subarray(this.#began, Math.max(this.#began, end)),
      });
    this.#leaf = undefined;
    this.#in = "outside";
  }

  async #endHead(end: number, bodyAt: number): Promise<void> {
    const given = this.#raw.subarray(this.#began, end);
    const bytes = wholeLines(given, this.#top ? this.#headsLeft : READ.head);
    this.#cut ||= bytes.length < given.length;
    this.#headsLeft -= bytes.length;
    this.#heads += 1;
    const head = await readHead(bytes);
    this.#top ??= { head, body: this.#raw.subarray(bodyAt) };
    this.#began = bodyAt;
    this.#in = "body";
    const type = tokenOf(head.first("content-type")) || "text/plain";
    const alternative = this.#open.at(-1)?.alternative ?? null;
    const boundary = type.startsWith("multipart/") && boundaryIn(head.first("content-type"));
    if (!boundary)
      this.#leaf = { head, type: type.replace(/^multipart.*/, "text/plain"), alternative };
    else if (this.#open.length === READ.depth) this.#cut = true;
    else
      this.#open.push({
        boundary: new TextEncoder().encode(`--${boundary}`),
        alternative: alternative ?? (type === "multipart/alternative" ? this.#heads : null),
      });
  }
}

/** The innermost multipart that a line delimits. White space may follow the boundary. */
function delimiterIn(line: Uint8Array, open: Multipart[]): Delimiter | undefined {
  let end = line.length;
  while (line[end - 1] === SPACE || line[end - 1] === TAB) end -= 1;
  for (let level = open.length - 1; level >= 0; level -= 1) {
    const { boundary } = open[level] as Multipart;
    const isLast = end === boundary.length + 2 && line[end - 1] === DASH && line[end - 2] === DASH;
    if ((end === boundary.length || isLast) && startsWith(line, boundary)) return { level, isLast };
  }
  return undefined;
}

function startsWith(line: Uint8Array, start: Uint8Array): boolean {
  for (let at = 0; at < start.length; at += 1) if (line[at] !== start[at]) return false;
  return true;
}

/** The first lines of headers, at most this many bytes. A line that is cut off would be another header. */
function wholeLines(bytes: Uint8Array, most: number): Uint8Array {
  if (bytes.length <= most) return bytes;
  return bytes.subarray(0, bytes.lastIndexOf(LF, most - 1) + 1);
}

const boundaryIn = (contentType: string): string => {
  const [, quoted, token] =
    /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(contentType) ?? [];
  return (quoted?.replace(/\\(.)/g, "$1") ?? token ?? "").trimEnd();
};
