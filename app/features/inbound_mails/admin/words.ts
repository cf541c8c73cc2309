import type { ListedMail } from "../queries.ts";

/** What kind of email it is; "" for a plain one from outside. Reports that match no lead aren't stored. */
export function kindName({ kind, is_from_team }: Pick<ListedMail, "kind" | "is_from_team">) {
  if (kind === "auto_reply") return "Automatic reply";
  return is_from_team ? "From a colleague's address" : "";
}

/** Who wrote it: a name, else an address. */
export const senderOf = ({ sender, sender_name }: Pick<ListedMail, "sender" | "sender_name">) =>
  sender_name || sender || "Unknown sender";

export const subjectOf = ({ subject }: Pick<ListedMail, "subject">) => subject || "No subject";
