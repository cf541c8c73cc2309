import { type Head, tokenOf } from "./head.ts";

/**
 * Whether a program wrote an email (RFC 3834): an absence, a receipt, a list. Such an email must not reopen a
 * lead, or two programs could answer each other forever.
 */
export function isAutomatic(head: Head): boolean {
  const says = (name: string) => tokenOf(head.first(name));
  return (
    !["", "no"].includes(says("auto-submitted")) ||
    !["", "no"].includes(says("x-autoreply")) ||
    !["", "no"].includes(says("x-autorespond")) ||
    /^(auto_reply|bulk|junk)$/.test(says("precedence")) ||
    head.first("list-id") !== "" ||
    // Nobody can answer it.
    /^<\s*>$/.test(head.first("return-path")) ||
    // Receipts of being read or delivered, and reports that are read elsewhere.
    tokenOf(head.first("content-type")) === "multipart/report"
  );
}
