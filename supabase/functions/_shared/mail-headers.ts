import type { MailMessage } from "./host.ts";

/** What a mail program and other programs read of an email, besides who, whom and what. */
export function mailHeaders({
  autoSubmitted = "auto-generated",
  unsubscribe,
}: Pick<MailMessage, "autoSubmitted" | "unsubscribe">): Record<string, string> {
  return {
    ...(autoSubmitted !== "no" && { "Auto-Submitted": autoSubmitted }),
    ...(unsubscribe && { "List-Unsubscribe": `<${unsubscribe}>` }),
    // RFC 8058, 3.1: one click is for https alone.
    ...(unsubscribe?.startsWith("https:") && {
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}
