import ChevronRight from "lucide-react/icons/chevron-right";
import { formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Details } from "#app/ui/display/cause.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import type { Attempt, Delivery } from "../queries.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";
import { answerOf, causeOf, indented, KINDS, outcomeOf } from "./words.ts";

interface DeliveryItemProps {
  delivery: Delivery;
  /** lies open: mostly it is what was just sent */
  newest: boolean;
  send: WebhookActions["send"];
}

/** One message: what was sent, and each answer. */
export function DeliveryItem({ delivery, newest, send }: DeliveryItemProps) {
  const { kind, created_at, attempts, request_body, payload } = delivery;
  const { tone, words } = outcomeOf(delivery);
  const time = formatTime(created_at);
  return (
    <li className="text-sm">
      <details open={newest} className="group">
        <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 py-3">
          <ChevronRight aria-hidden className="size-4 text-ink-2 group-open:rotate-90" />
          <span className="font-medium">{KINDS[kind]}</span>
          <span className="text-ink-2">{time}</span>
          <Badge tone={tone}>{words}</Badge>
        </summary>
        <div className="grid gap-3 pb-4">
          {attempts.toReversed().map((attempt) => (
            <Answer key={attempt.at} attempt={attempt} />
          ))}
          <Text title={request_body ? "What was sent" : "What will be sent"}>
            {request_body ? indented(request_body) : JSON.stringify(payload, null, 2)}
          </Text>
          <Button
            size="sm"
            className="justify-self-start"
            aria-label={`Send again: ${KINDS[kind]}, ${time}`}
            pending={send.isPending && send.variables.id === delivery.id}
            disabled={send.isPending}
            onClick={() => send.mutate(delivery)}
          >
            Send again
          </Button>
        </div>
      </details>
    </li>
  );
}

function Answer({ attempt }: { attempt: Attempt }) {
  const { at, ms, answer } = attempt;
  const took =
    ms === null ? "" : `, after ${ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`}`;
  const { details } = causeOf(attempt);
  return (
    <div className="grid gap-1">
      <Text title={`${formatTime(at)}: ${answerOf(attempt)}${took}`}>{answer}</Text>
      {details && <Details>{details}</Details>}
    </div>
  );
}

const Text = ({ title, children }: { title: string; children: string | null }) => (
  <div className="grid gap-1">
    <p className="font-medium">{title}</p>
    {children && (
      <pre className="rounded-md bg-paper-2 p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {children}
      </pre>
    )}
  </div>
);
