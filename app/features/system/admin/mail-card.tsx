import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Cause } from "#app/ui/display/cause.tsx";
import { explainCause } from "#contract/causes.ts";
import type { SystemFacts } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";
import { TestMailAnswer, TestMailButton, useTestMail } from "./test-mail.tsx";
import { Waiting } from "./waiting.tsx";

export function MailCard({ database: { mail }, server }: SystemFacts) {
  const test = useTestMail();
  const account = server?.mail;
  const waiting = mail.waiting + (account?.waiting ?? 0);
  const oldest = [mail.oldest, account?.oldest].filter((time) => time != null).toSorted()[0];
  return (
    <Card>
      <CardHeader title="Email" aside={<TestMailButton test={test} />} />
      <Facts>
        {account && (
          <Fact name="Sent through">
            {account.by === "smtp"
              ? "Mail server (SMTP_URL)"
              : "Not sent: saved in DATA_DIR/outbox"}
          </Fact>
        )}
        <Waiting count={waiting} oldest={oldest} />
        {mail.last_error && (
          <Fact name="Last error">
            <div className="text-left">
              <Cause {...explainCause(mail.last_error, "The mail server")} />
            </div>
          </Fact>
        )}
      </Facts>
      <TestMailAnswer test={test} />
    </Card>
  );
}
