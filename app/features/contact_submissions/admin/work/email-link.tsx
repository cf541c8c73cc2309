import Mail from "lucide-react/icons/mail";
import type { Lead } from "#app/lib/data/database.types.ts";
import { ButtonLink, type ButtonLook } from "#app/ui/inputs/button.tsx";
import type { SubmissionActions } from "./use-submission-actions.ts";

interface EmailLinkProps extends ButtonLook {
  row: Lead;
  /** signs the draft */
  company: string | undefined;
  actions: SubmissionActions;
  /** class of the text, for hiding it in narrow layouts */
  wordClass?: string;
  className?: string;
  label?: string;
}

/** Opens a draft in the person's email program, then asks whether to mark the lead as contacted. */
export const EmailLink = ({ row, company, actions, wordClass, label, ...look }: EmailLinkProps) => (
  <ButtonLink
    {...look}
    href={mailDraft(row, company)}
    aria-label={label}
    onClick={() => actions.answered(row)}
  >
    <Mail aria-hidden className="size-4" />
    <span className={wordClass}>Email</span>
  </ButtonLink>
);

/** Some email programs open nothing for a longer URL, so only a message's start is quoted. */
const MAX_QUOTE_LENGTH = 1_000;

/**
 * A mailto URL that opens a draft to the visitor, with greeting, subject and the quoted message
 * (RFC 6068).
 * @param company the sender's name; left out when unknown
 */
export function mailDraft(
  {
    name,
    email,
    business_name,
    message,
  }: Pick<Lead, "name" | "email" | "business_name" | "message">,
  company?: string,
): string {
  const firstName = name.trim().split(/\s+/)[0];
  const thanks = `Thank you for your message${business_name ? ` about ${business_name.trim()}` : ""}`;
  const subject = company ? `Your message to ${company}` : "Your message";
  const body = [
    `Hi ${firstName},`,
    /[.!?…]$/.test(thanks) ? thanks : `${thanks}.`,
    "",
    company ?? "",
    ...(message?.trim() ? [`${name.trim()} wrote:\r\n${quoted(message.trim())}`] : []),
  ].join("\r\n\r\n");
  const to = encodeURIComponent(email).replaceAll("%40", "@");
  return `mailto:${to}?subject=${encode(subject)}&body=${encode(body.trimEnd())}`;
}

function quoted(message: string): string {
  const quote =
    message.length > MAX_QUOTE_LENGTH ? `${message.slice(0, MAX_QUOTE_LENGTH).trim()}…` : message;
  return quote
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join("\r\n");
}

// Half a surrogate pair, as a cut emoji leaves it, can't be URL-encoded.
const encode = (text: string) => encodeURIComponent(text.toWellFormed());
