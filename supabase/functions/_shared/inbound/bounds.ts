const KB = 1024;
const MB = 1024 * KB;

/** Bytes of the largest email that is accepted. */
export const RAW_MAX = 25 * MB;

/** What is read of an email. Whatever exceeds these is left out, and the email is marked as cut. */
export const READ = {
  /** bytes of the email's own headers */
  head: 256 * KB,
  /** bytes of all headers, with those of the parts */
  heads: 512 * KB,
  parts: 500,
  /** lines that begin as a boundary does */
  dashed: 50_000,
  /** multiparts within each other */
  depth: 20,
  /** bytes of all text parts, and of all HTML parts, decoded */
  text: 400 * KB,
  html: MB,
  /** bytes of a report's fields, and of the headers that it returns */
  report: 64 * KB,
} as const;

/** What is stored of an email. */
export const STORED = {
  /** characters, as all that isn't said to be bytes */
  text: 100_000,
  html: 300_000,
  id: 300,
  references: 50,
  addresses: 50,
  address: 254,
  name: 200,
  subject: 500,
  reason: 500,
  headers: 65_536,
  attachments: 20,
  /** bytes of all attachments together */
  content: 10 * MB,
} as const;
