import { useQuery } from "@tanstack/react-query";
import CircleCheck from "lucide-react/icons/circle-check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Link } from "react-router";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { formatAge, formatCount, formatTime } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Cause } from "#app/ui/display/cause.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { explainCause } from "#contract/causes.ts";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { SYSTEM_MESSAGES } from "../messages.ts";
import { type ServerFacts, type SystemFacts, systemQuery } from "../queries.ts";
import { type Trouble, troublesOf } from "../troubles.ts";
import { BackupsCard } from "./backups-card.tsx";
import { DeliverabilityCard } from "./deliverability-card.tsx";
import { Fact, Facts } from "./facts.tsx";
import { FactsCard } from "./facts-card.tsx";
import { KeysCard } from "./keys-card.tsx";
import { TestMailAnswer, TestMailButton, useTestMail } from "./test-mail.tsx";

/** The site's health, its problems and its backups. */
export function SystemScreen() {
  const query = useQuery(systemQuery);
  return (
    <>
      <PageHeader />
      <ListStates
        query={query}
        explain={SYSTEM_MESSAGES.load}
        loading={<SkeletonList count={4} label="Loading system status…" itemClassName="h-40" />}
      >
        {(facts) => (
          <>
            <Troubles troubles={troublesOf(facts)} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <BackupsCard database={facts.database} server={facts.server} />
                <MailCard {...facts} />
                <DeliverabilityCard {...facts} />
                {facts.server && <ErrorsCard errors={facts.server.errors} />}
              </div>
              <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
                <FactsCard {...facts} />
                <WebhooksCard {...facts} />
                <ScheduleCard {...facts} />
                <KeysCard {...facts} />
              </div>
            </div>
          </>
        )}
      </ListStates>
    </>
  );
}

function Troubles({ troubles }: { troubles: Trouble[] }) {
  if (troubles.length === 0)
    return (
      <p className="flex items-center gap-3 rounded-lg border border-success/40 bg-success-soft px-5 py-4 text-sm font-medium">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-success" />
        The server has no problems.
      </p>
    );
  return (
    <ul aria-label="Needs attention" className="grid gap-2">
      {troubles.map(({ what, cause, fix }) => (
        <li
          key={what}
          className="flex gap-3 rounded-lg border border-danger/50 bg-danger-soft px-5 py-3 text-sm"
        >
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
          <div className="grid min-w-0 gap-0.5 wrap-anywhere">
            <p className="font-semibold text-danger">{what}</p>
            {cause && <Cause {...cause} />}
            <p className="max-w-prose text-ink">{fix}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface WaitingProps {
  count: number;
  /** when the oldest became due, an ISO time; null when none is waiting */
  oldest: string | null | undefined;
}

/** How much outgoing work is still waiting. */
const Waiting = ({ count, oldest }: WaitingProps) => (
  <Fact name="Waiting">
    {formatCount(count)}
    {oldest && `, the oldest from ${formatAge(oldest)}`}
  </Fact>
);

const WebhooksCard = ({ database: { webhooks } }: SystemFacts) => (
  <Card>
    <CardHeader
      title="Webhooks"
      aside={
        <Link to="/admin/webhooks" className="text-sm">
          View events
        </Link>
      }
    />
    <Facts>
      <Waiting count={webhooks.waiting} oldest={webhooks.oldest} />
    </Facts>
  </Card>
);

/** What is scheduled, and who downloaded a backup. */
function ScheduleCard({ database: { scheduled, downloads }, server }: SystemFacts) {
  const nameOf = useStaffName();
  const next = server?.backups.next;
  return (
    <Card>
      <CardHeader title="Schedule and downloads" />
      <Facts>
        <Fact name="Next backup">{next ? formatCompanyTime(next) : "not scheduled"}</Fact>
        {scheduled.map(({ name, at }) => (
          <Fact key={name + at} name={`Publish ${name}`}>
            {formatCompanyTime(at)}
          </Fact>
        ))}
        {downloads.map(({ email, asked_at }) => (
          <Fact key={email + asked_at} name={`Backup downloaded by ${nameOf(email)}`}>
            {formatTime(asked_at)}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

/** Errors since the server started, as in its log. */
function ErrorsCard({ errors }: { errors: ServerFacts["errors"] }) {
  return (
    <Card>
      <CardHeader title="Recent errors" />
      {errors.length === 0 ? (
        <p className="px-5 py-4 text-sm text-ink-2">No errors since the server started.</p>
      ) : (
        <ul aria-label="Recent errors" className="divide-y divide-line text-sm">
          {errors.map(({ at, what, cause, requestId }) => (
            <li key={at + what + requestId} className="grid gap-0.5 px-5 py-2.5 wrap-anywhere">
              <span className="font-medium first-letter:uppercase">{what}</span>
              {cause && <Cause {...explainCause(cause, "The other server")} />}
              <span className="text-xs text-ink-2">
                {formatTime(at)}
                {requestId && `, request ${requestId}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function MailCard({ database: { mail, answers }, server }: SystemFacts) {
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
        {answers.on ? (
          <Fact name="Replies arrive at">{answers.address ?? "the inbound address"}</Fact>
        ) : (
          <Fact name="Replies">Not read here: set IMAP_URL or INBOUND_SECRET</Fact>
        )}
        {answers.checked_at && (
          <Fact name="Mailbox last read">{formatAge(answers.checked_at)}</Fact>
        )}
        {mail.last_error && (
          <Fact name="Last error">
            <div className="text-left">
              <Cause {...explainCause(mail.last_error, "The mail server")} />
            </div>
          </Fact>
        )}
      </Facts>
      <div className="border-t border-line px-5 py-3 has-[>:empty]:hidden">
        <TestMailAnswer test={test} />
      </div>
    </Card>
  );
}
