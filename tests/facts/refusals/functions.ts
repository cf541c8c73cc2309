import { inboundRefusals } from "./inbound.ts";
import { get, post, type Refused, type TestedBy } from "./refusal.ts";

const SEND = "/functions/v1/send-contact-email";
const RESET = "/functions/v1/admin-reset-password";

/** Every sentence with which an edge function refuses, and what causes it. */
export const functionRefusals: Record<string, Refused | TestedBy> = {
  "No session": get("visitor", "/functions/v1/admin-list-users"),
  "Only an admin can do this.": get("stranger", "/functions/v1/admin-list-users"),
  "Only staff can do this.": post("stranger", "/functions/v1/send-mails", {}),
  "Something went wrong on the server. Please try again.": {
    file: "tests/facts/rare.test.ts",
    title: "reports a function's error without its message",
  },
  "The database isn't responding. Please try again.": {
    file: "tests/facts/rare.test.ts",
    title: "reports a function without its database",
  },
  "The invitation couldn't be emailed. Please try again.": {
    file: "tests/db/edge/runtime-admins.test.ts",
    title: "is undone when it can't be emailed, unless it was open before (%s)",
  },
  "Too many invitations were sent. Please try again later.": {
    file: "tests/attacks/visitors/mailboxes.test.ts",
    title: "refuses invitations after 30, with the reason",
  },
  "The request is not valid JSON.": {
    file: "tests/facts/rare.test.ts",
    title: "reports a function's invalid JSON",
  },
  "The request is too large.": post("visitor", SEND, { formData: "x".repeat(70_000) }),
  "The request must be a JSON object.": post("visitor", SEND, []),
  "The user id is not a UUID.": post("admin", RESET, { userId: "1", newPassword: "tape-gun-2026" }),
  "Use … for this function.": get("visitor", SEND),
  ...inboundRefusals,
  "Replies by email aren't set up. REPLY_ADDRESS is missing.": post(
    "admin",
    "/functions/v1/admin-test-mail",
    { to: "answers" },
  ),
  "A backup is already in progress.": {
    file: "tests/backend/system.test.ts",
    title: "starts one at a time, gives it to the admin who requested it, and records them",
  },
  "On Supabase, use the project's backups.": {
    file: "tests/db/edge/runtime-admins.test.ts",
    title: "says what applies without our own server",
  },
  "On Supabase, rotate the project's keys.": {
    file: "tests/db/edge/runtime-admins.test.ts",
    title: "says what applies without our own server",
  },
  "This isn't a valid backup name.": post("admin", "/functions/v1/admin-backup", { backup: "x" }),
  "This backup no longer exists.": post("admin", "/functions/v1/admin-backup", {
    backup: "20200101T000000Z",
  }),
  "This isn't a domain name or a DKIM selector.": post(
    "admin",
    "/functions/v1/admin-deliverability",
    { selector: "s1", signer: "not a domain" },
  ),
  "Send a webhook id or a delivery id.": post("admin", "/functions/v1/admin-webhook", {}),
  "formData needs the request_id of a stored message.": post("visitor", SEND, { formData: {} }),
  "the email couldn't be delivered": {
    file: "tests/facts/refusals.test.ts",
    title: "reports and retries email that can't be delivered",
  },
  "this message wasn't stored yet": post("visitor", SEND, {
    formData: { request_id: crypto.randomUUID() },
  }),
};
