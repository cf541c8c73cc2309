import { type Head, tokenOf } from "./head.ts";

/**
 * Whether a program wrote an email (RFC 3834): an absence, a receipt, a bulk email. Such an email must not
 * reopen a lead. A list's name is no sign: answers may come through a group's address.
 */
export function isAutomatic(head: Head): boolean {
  const says = (name: string) => tokenOf(head.first(name));
  return (
    !["", "no"].includes(says("auto-submitted")) ||
    !["", "no"].includes(says("x-autoreply")) ||
    !["", "no"].includes(says("x-autorespond")) ||
    /^(auto_reply|bulk|junk)$/.test(says("precedence")) ||
    // Nobody can answer it.
    /^<\s*>$/.test(head.first("return-path")) ||
    // Receipts of being read or delivered, and reports that are read elsewhere.
    tokenOf(head.first("content-type")) === "multipart/report"
  );
}
