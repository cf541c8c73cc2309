import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import type {
  DeliverabilityFacts,
  Named,
} from "#supabase/functions/_shared/deliverability/facts.ts";
import type { TestEmail } from "../deliverability/headers.ts";
import { judgeDkim } from "../deliverability/judge-dkim.ts";
import { judgeDmarc } from "../deliverability/judge-dmarc.ts";
import { judgeEmail, namedIn } from "../deliverability/judge-email.ts";
import { judgeSpf } from "../deliverability/judge-spf.ts";
import { whyUnchecked } from "../deliverability/sender.ts";
import { SYSTEM_MESSAGES } from "../messages.ts";
import { deliverabilityQuery, type SystemFacts } from "../queries.ts";
import { EmailCheck } from "./email-check.tsx";

const PasteHeaders = onDemand(async () => (await import("./paste-headers.tsx")).PasteHeaders);

const RoundTrip = onDemand(async () => (await import("./round-trip.tsx")).RoundTrip);

/** What mailboxes can check about the site's email: three DNS records, and how a test email arrived. */
export function DeliverabilityCard({ server, database: { answers } }: SystemFacts) {
  if (server?.mail.by !== "outbox") return <LookedUp returns={answers.address !== null} />;
  return (
    <Card>
      <CardHeader title="Deliverability" />
      <p className="px-5 py-4 text-sm">
        Email isn't set up, so there is nothing to check. Set SMTP_URL, and MAIL_FROM to an address
        at your domain.
      </p>
    </Card>
  );
}

/** Loads apart from the rest of the screen, because name servers may take seconds. */
function LookedUp({ returns }: Pick<ChecksProps, "returns">) {
  const [email, setEmail] = useState<TestEmail>();
  const [named, setNamed] = useState<Named>({});
  const query = useQuery(deliverabilityQuery(named));
  const { data, error, isPending, isFetching, isPlaceholderData, refetch } = query;
  return (
    <Card>
      <CardHeader
        title="Deliverability"
        aside={
          data?.dns && (
            <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
              Check again
            </Button>
          )
        }
      />
      {isPending && (
        <div className="p-5">
          <SkeletonList count={3} label="Looking up your email records…" itemClassName="h-20" />
        </div>
      )}
      {error && (
        <div className="p-4">
          <ErrorState message={SYSTEM_MESSAGES.deliverability(error)} query={query} />
        </div>
      )}
      {data && (
        <Checks
          facts={data}
          returns={returns}
          // Its results need what it named looked up.
          email={isPlaceholderData ? undefined : email}
          onEmail={(read, domain) => {
            setEmail(read);
            setNamed(namedIn(read, domain));
          }}
        />
      )}
    </Card>
  );
}

interface ChecksProps {
  /** a test email can come back here */
  returns: boolean;
  facts: DeliverabilityFacts;
  email: TestEmail | undefined;
  onEmail: (read: TestEmail, domain: string) => void;
}

function Checks({ facts: { from, dns }, returns, email, onEmail }: ChecksProps) {
  const [isOpen, setOpen] = useState(false);
  const read = (found: TestEmail) => from && onEmail(found, from.domain);
  if (!from || !dns) return <p className="px-5 py-4 text-sm wrap-anywhere">{whyUnchecked(from)}</p>;
  const { address, domain } = from;
  const arrived = email && judgeEmail(email, dns, domain);
  return (
    <>
      <p className="border-b border-line px-5 py-3 text-sm text-ink-2 wrap-anywhere">
        Your email is from <span className="font-medium text-ink">{address}</span>. Gmail and other
        mailbox providers check three DNS records of {domain} before they trust it.
      </p>
      <ul aria-label="Email records" className="divide-y divide-line">
        <EmailCheck
          name="SPF"
          about="names the servers that may send your email"
          dns={judgeSpf(dns.spf, domain)}
          email={arrived?.spf}
        />
        <EmailCheck
          name="DKIM"
          about="signs your email"
          dns={judgeDkim(dns.dkim, domain)}
          email={arrived?.dkim}
        />
        <EmailCheck
          name="DMARC"
          about="says what to do with email that fails both"
          dns={judgeDmarc(dns.dmarc, domain)}
          email={arrived?.dmarc}
        />
      </ul>
      <div className="grid justify-items-start gap-2 border-t border-line px-5 py-3 text-sm">
        <p role="status" className="text-ink-2">
          {arrived
            ? "Your test results are above. They disappear when you leave this screen."
            : "DNS records don't show how your email arrives. To find out, send a test email and read its headers."}
        </p>
        {returns && <RoundTrip onRead={read} />}
        <Button size="sm" name="deliverability" onClick={() => setOpen(true)}>
          Paste the headers of the test email
        </Button>
      </div>
      <PasteHeaders open={isOpen} address={address} onClose={() => setOpen(false)} onRead={read} />
    </>
  );
}
