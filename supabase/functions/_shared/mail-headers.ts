import type { MailMessage } from "./host.ts";
import { messageId } from "./text.ts";

/**
 * The headers of an email for programs, other than sender, recipient and subject.
 * @param from the sender's address, with or without a name
 */
export function mailHeaders(
  {
    autoSubmitted = "auto-generated",
    unsubscribe,
    references = [],
  }: Pick<MailMessage, "autoSubmitted" | "unsubscribe" | "references">,
  from: string,
): Record<string, string> {
  const ids = references.map((id) => (id.includes("@") ? `<${id}>` : messageId(id, from)));
  return {
    ...(autoSubmitted !== "no" && { "Auto-Submitted": autoSubmitted }),
    // RFC 5322, 3.6.4: by these, mail programs show a conversation.
    ...(ids.length > 0 && { "In-Reply-To": ids.at(-1), References: ids.join(" ") }),
    ...(unsubscribe && { "List-Unsubscribe": `<${unsubscribe}>` }),
    // RFC 8058, 3.1: one-click unsubscribing requires https.
    ...(unsubscribe?.startsWith("https:") && {
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}
