import type { TestedBy } from "./refusal.ts";

const ofFunction = (title: string): TestedBy => ({
  file: "supabase/functions/inbound-mail/inbound-mail.test.ts",
  title,
});
const ofParser = (title: string): TestedBy => ({
  file: "supabase/functions/_shared/inbound/hostile.test.ts",
  title,
});

/** Every sentence with which an email that arrives is refused. Email services read them, in their logs. */
export const inboundRefusals: Record<string, TestedBy> = {
  "No email is received here: INBOUND_SECRET isn't set.": ofFunction(
    "is not there without a secret",
  ),
  "Send INBOUND_SECRET as a bearer token, or as the password in the URL.": ofFunction(
    "refuses %j, before it reads the email",
  ),
  "Send the complete email as message/rfc822, or as SendGrid, Mailgun or Postmark do.":
    ofFunction("says what it takes"),
  "The complete email is missing. Turn on the raw message in the service.":
    ofFunction("says what it takes"),
  "The email is larger than 25 MB.": ofParser("more than 25 MB, and takes as much"),
  "This isn't an email.": ofParser("%j, which is no email"),
  "Its lead, its sender or the list of unmatched emails has reached a limit. Try again later.":
    ofFunction("has the service retry when there is no room, or no database"),
};
