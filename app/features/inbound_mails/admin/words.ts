import type { ListedMail } from "../queries.ts";

/** What kind of email it is; "" for a plain one from outside. */
export const kindName = ({ kind, is_from_team }: Pick<ListedMail, "kind" | "is_from_team">) =>
  kind === "reply" ? (is_from_team ? "From your team" : "") : KINDS[kind];

const KINDS: Record<Exclude<ListedMail["kind"], "reply">, string> = {
  auto_reply: "Automatic reply",
  bounce: "Delivery failure",
  complaint: "Spam report",
};

/** A report of a mail server is no message of a person. */
export const isReport = ({ kind }: Pick<ListedMail, "kind">) =>
  kind === "bounce" || kind === "complaint";

/** Who wrote it: a name, else an address. */
export const senderOf = ({ sender, sender_name }: Pick<ListedMail, "sender" | "sender_name">) =>
  sender_name || sender || "Unknown sender";

export const subjectOf = ({ subject }: Pick<ListedMail, "subject">) => subject || "No subject";
