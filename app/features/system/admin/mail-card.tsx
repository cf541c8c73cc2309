import { Card, CardHeader } from "#app/ui/display/card.tsx";
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
      <CardHeader title="Mail" aside={<TestMailButton test={test} />} />
      <Facts>
        {account && (
          <Fact name="Leaves by">
            {account.by === "smtp" ? "the mail server of SMTP_URL" : "files in DATA_DIR/outbox"}
          </Fact>
        )}
        <Waiting count={waiting} oldest={oldest} />
        {mail.last_error && <Fact name="Last error">{mail.last_error}</Fact>}
      </Facts>
      <TestMailAnswer test={test} />
    </Card>
  );
}
