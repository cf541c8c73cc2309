import { useMutation } from "@tanstack/react-query";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { formatAge, formatCount } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { type SystemFacts, sendTestMail } from "../queries.ts";
import { Fact, Facts } from "./facts.tsx";

const words = MESSAGES.system;

export function MailCard({ database: { mail }, server }: SystemFacts) {
  const test = useMutation({ mutationFn: sendTestMail });
  const account = server?.mail;
  const waiting = mail.waiting + (account?.waiting ?? 0);
  const oldest = [mail.oldest, account?.oldest].filter((time) => time != null).toSorted()[0];
  return (
    <Card>
      <CardHeader
        title="Mail"
        aside={
          <Button size="sm" pending={test.isPending} onClick={() => test.mutate()}>
            Send a test mail
          </Button>
        }
      />
      <Facts>
        {account && (
          <Fact name="Leaves by">
            {account.by === "smtp" ? "the mail server of SMTP_URL" : "files in DATA_DIR/outbox"}
          </Fact>
        )}
        <Fact name="Waiting">
          {formatCount(waiting)}
          {oldest && `, the oldest from ${formatAge(oldest)}`}
        </Fact>
        {mail.last_error && <Fact name="Last error">{mail.last_error}</Fact>}
      </Facts>
      <div role="status" className="px-5 text-sm empty:hidden">
        {test.isSuccess && (
          <p className="border-t border-line py-3 font-medium text-success">
            {words.mailed(test.data)}
          </p>
        )}
        {test.isError && (
          <p className="border-t border-line py-3 font-medium text-danger wrap-anywhere">
            {words.mailFailed}: {reason(test.error)}
          </p>
        )}
      </div>
    </Card>
  );
}
