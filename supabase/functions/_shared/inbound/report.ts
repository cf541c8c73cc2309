import type { ArrivedMail, DeliveryReport } from "./arrived.ts";
import { READ, STORED } from "./bounds.ts";
import { cleanLine } from "./clean.ts";
import { decodeBody } from "./decode.ts";
import { addressesIn, type Head, readHead, tokenOf } from "./head.ts";
import { messageIdOf } from "./ids.ts";
import type { Leaf } from "./split.ts";

interface Report {
  kind: Exclude<ArrivedMail["kind"], "reply">;
  report: DeliveryReport;
  /** Message-ID of the email that it is about */
  returned: string | null;
}

const FIELDS = /^message\/((global-)?delivery-status|feedback-report)$/;
const RETURNED = /^(message\/(rfc822|global)|(text\/rfc822|message\/global)-headers)$/;

/** Parts for programs only. What a report returns is our own email. */
export const isOfReport = ({ type }: Leaf): boolean => FIELDS.test(type) || RETURNED.test(type);

/**
 * Reads a report about an email of ours, by its parts: some programs don't call the whole a report.
 * @param text its part for people
 * @returns undefined when it is none
 */
export async function readReport(leaves: Leaf[], text: string | null): Promise<Report | undefined> {
  const part = leaves.find(({ type }) => FIELDS.test(type));
  if (!part) return undefined;
  const original = leaves.find(({ type }) => RETURNED.test(type));
  const returned = original && (await readHead(startOf(original)));
  const blocks = await Promise.all(blocksOf(startOf(part)).map(readHead));
  const found =
    part.type === "message/feedback-report"
      ? complaint(blocks, returned)
      : delivery(blocks, returned);
  found.report.reason ??= cleanLine(text ?? "", STORED.reason);
  return { ...found, returned: returned ? messageIdOf(returned) : null };
}

const startOf = ({ head, body }: Leaf) =>
  decodeBody(
    body.subarray(0, READ.report),
    tokenOf(head.first("content-transfer-encoding")),
    READ.report,
  ).bytes;

/** Groups of fields, with empty lines in between. Each recipient has one (RFC 3464, 2.1). */
function blocksOf(bytes: Uint8Array): Uint8Array[] {
  const text = new TextDecoder().decode(bytes);
  const blocks = text.split(/\r?\n(?:[ \t]*\r?\n)+/).filter((block) => block.trim() !== "");
  return blocks.slice(0, RECIPIENTS).map((block) => new TextEncoder().encode(block));
}

/** Our emails have one recipient, or a few. */
const RECIPIENTS = 100;

/** RFC 3464. Of several recipients the first that failed. */
function delivery(blocks: Head[], returned?: Head): Omit<Report, "returned"> {
  const recipients = blocks.filter(({ first }) => first("action") || first("status"));
  const one = recipients.find(hasFailed) ?? recipients[0];
  const field = (name: string) => one?.first(name) ?? "";
  return {
    kind: one && hasFailed(one) ? "bounce" : "auto_reply",
    report: {
      recipient:
        address(field("original-recipient")) ??
        address(field("final-recipient")) ??
        recipientOf(returned),
      status: statusIn(field("status")),
      action: cleanLine(tokenOf(field("action")), 20),
      reason: cleanLine(value(field("diagnostic-code")), STORED.reason),
    },
  };
}

/** Delayed, relayed, delivered and expanded are news, not failures. */
const hasFailed = ({ first }: Head): boolean =>
  first("action") ? tokenOf(first("action")) === "failed" : first("status").startsWith("5");

const statusIn = (text: string) => /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? null;

/** The value after a type, as in `rfc822; ana@example.com` and `smtp; 550 no such user`. */
const value = (text: string) => text.replace(/^[^;<@"]{0,40};/, "").trim();

const address = (text: string): string | null =>
  /[^\s<>;"]+@[^\s<>;"]+/
    .exec(value(text).slice(0, 1_000))?.[0]
    .slice(0, STORED.address)
    .toLowerCase() ?? null;

const recipientOf = (returned?: Head) => (returned && addressesIn(returned, ["to"])[0]) ?? null;

/** Types that say a recipient did not want an email; others are about signatures, or take it back. */
const COMPLAINTS = ["abuse", "fraud", "virus", "other", "opt-out", "opt-out-list"];

/** RFC 5965. Many services leave out whose complaint it is. */
function complaint(blocks: Head[], returned?: Head): Omit<Report, "returned"> {
  const field = (name: string) =>
    blocks.map(({ first }) => first(name)).find((found) => found !== "") ?? "";
  const type = tokenOf(field("feedback-type"));
  return {
    kind: COMPLAINTS.includes(type) ? "complaint" : "auto_reply",
    report: {
      recipient:
        address(field("original-rcpt-to")) ??
        address(field("removal-recipient")) ??
        recipientOf(returned),
      status: null,
      action: cleanLine(type, 20),
      reason: null,
    },
  };
}
