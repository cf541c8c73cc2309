import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleQuestion from "lucide-react/icons/circle-question-mark";
import CircleX from "lucide-react/icons/circle-x";
import Copy from "lucide-react/icons/copy";
import { copyText } from "#app/admin-kit/dialogs/copy.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { IconButton } from "#app/ui/inputs/button.tsx";
import type { DnsRecord, Finding, State } from "../deliverability/finding.ts";

const STATES = {
  good: { Icon: CircleCheck, color: "text-success", tone: "success", says: "Good" },
  better: { Icon: CircleAlert, color: "text-warning", tone: "warning", says: "Could be better" },
  wrong: { Icon: CircleX, color: "text-danger", tone: "danger", says: "Needs fixing" },
  unknown: { Icon: CircleQuestion, color: "text-ink-3", tone: "neutral", says: "Not checked" },
} as const satisfies Record<State, object>;

interface EmailCheckProps {
  name: "SPF" | "DKIM" | "DMARC";
  /** what the record does, after its name */
  about: string;
  dns: Finding;
  /** how the test email arrived */
  email: Finding | undefined;
}

/** One record: its state, what is wrong, what to publish, and the result of a test email. */
export function EmailCheck({ name, about, dns, email }: EmailCheckProps) {
  return (
    <li className="grid gap-3 px-5 py-4 text-sm wrap-anywhere">
      <Result finding={dns}>
        <h3 className="inline font-semibold text-ink">{name}</h3>{" "}
        <span className="text-ink-2">{about}</span>
      </Result>
      {dns.record && <Publish name={name} record={dns.record} />}
      {email && (
        <div className="rounded-md bg-paper-2 px-3 py-2.5 sm:ml-7.5">
          <Result finding={email}>
            <h4 className="font-medium text-ink">Test email</h4>
          </Result>
        </div>
      )}
    </li>
  );
}

function Result({ finding, children }: { finding: Finding; children: React.ReactNode }) {
  const { Icon, color, tone, says } = STATES[finding.state];
  return (
    <div className="flex gap-2.5">
      <Icon aria-hidden className={cx("mt-px size-5 shrink-0", color)} />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">{children}</div>
          <Badge tone={tone}>{says}</Badge>
        </div>
        <p className="max-w-prose text-ink">{finding.says}</p>
        {finding.fix && <p className="max-w-prose text-ink-2">{finding.fix}</p>}
      </div>
    </div>
  );
}

/** A record to publish at the domain's DNS provider. */
function Publish({ name, record }: { name: string; record: DnsRecord }) {
  return (
    <div className="rounded-md border border-line sm:ml-7.5">
      <dl aria-label={`${name} record to publish`} className="grid px-3 py-1.5">
        <Part name="Type" text="TXT" />
        <Part name="Name" text={record.name} copies={`${name} name`} />
        <Part name="Value" text={record.value} copies={record.missing ? "" : `${name} value`} />
      </dl>
      <p className="border-t border-line px-3 py-2 text-xs text-ink-2">
        {record.missing} If your DNS provider adds the domain automatically, leave it out of the
        name. For the domain itself, enter @.
      </p>
    </div>
  );
}

interface PartProps {
  name: string;
  text: string;
  /** what the button next to it copies; without it, there is none */
  copies?: string;
}

const Part = ({ name, text, copies }: PartProps) => (
  <div className="flex min-h-9 items-center gap-3">
    <dt className="w-11 shrink-0 text-ink-2">{name}</dt>
    <dd className="flex min-w-0 flex-1 items-center justify-between gap-2 font-mono text-xs">
      <span className="min-w-0 wrap-anywhere">{text}</span>
      {copies && (
        <IconButton
          label={`Copy the ${copies}`}
          icon={<Copy aria-hidden />}
          onClick={() => void copyText(text, copies)}
        />
      )}
    </dd>
  </div>
);
