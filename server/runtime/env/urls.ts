// The settings that are URLs. No refusal shows the value, because the log would hold its password.
import { z } from "zod";

/** The protocols that mean the same as the example's, apart from TLS. */
const PROTOCOLS: Record<string, string[]> = {
  "https:": ["https:", "http:"],
  "postgresql:": ["postgresql:", "postgres:"],
  "smtp:": ["smtp:", "smtps:"],
};
const ENCODE = "Percent-encode /, #, @ and % in a password.";

/** @param example has the protocol that is required, and a password if the setting may hold one */
export function urlLike(name: string, example: string) {
  const { protocol, password } = new URL(example);
  const protocols = PROTOCOLS[protocol] as string[];
  return z
    .string()
    .trim()
    .superRefine((text, { addIssue }) => {
      const wrong = wrongWith(text, protocols);
      if (!wrong) return;
      const sentence = `${name} ${wrong}. Use a value like ${example}.`;
      addIssue(password ? `${sentence} ${ENCODE}` : sentence);
    });
}

function wrongWith(text: string, protocols: string[]): string | undefined {
  const starts = protocols.map((protocol) => `${protocol}//`);
  if (!starts.some((start) => text.toLowerCase().startsWith(start)))
    return `doesn't start with ${starts.join(" or ")}`;
  const url = URL.parse(text);
  if (!url || !isDecodable(text)) return "isn't a valid URL";
  // PostgreSQL's may name the host as a parameter, or leave it out.
  if (!url.hostname && !protocols.includes("postgresql:")) return "has no host";
  return undefined;
}

/** Whether a URL's user and password can be read: each % in them is written as %25. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** IMAP_URL, which needs a user and a password. */
export const mailbox = z
  .string()
  .refine(
    isMailbox,
    `IMAP_URL doesn't name a mailbox. Use a value like imaps://user:password@imap.example.com, with @ in the user name as %40. ${ENCODE}`,
  );

function isMailbox(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !isDecodable(text)) return false;
  const { protocol, hostname, username, password, search, hash } = url;
  return (
    /^imaps?:$/.test(protocol) && ![hostname, username, password].includes("") && !(search || hash)
  );
}
