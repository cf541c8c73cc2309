import type { MailMessage } from "./host.ts";

/** The headers of an email for programs, other than sender, recipient and subject. */
export function mailHeaders({
  autoSubmitted = "auto-generated",
  unsubscribe,
}: Pick<MailMessage, "autoSubmitted" | "unsubscribe">): Record<string, string> {
  return {
    ...(autoSubmitted !== "no" && { "Auto-Submitted": autoSubmitted }),
    ...(unsubscribe && { "List-Unsubscribe": `<${unsubscribe}>` }),
    // RFC 8058, 3.1: one-click unsubscribing requires https.
    ...(unsubscribe?.startsWith("https:") && {
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }),
  };
}
