import { keepPreviousData, useQuery } from "@tanstack/react-query";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Details } from "#app/ui/display/cause.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import { WEBHOOK_MESSAGES } from "../messages.ts";
import {
  type Attempt,
  type Delivery,
  listDeliveries,
  name,
  PAGE_SIZE,
  type Webhook,
} from "../queries.ts";
import type { WebhookActions } from "./use-webhook-actions.ts";
import { answerOf, causeOf, indented, KINDS, outcomeOf } from "./words.ts";

const LOOK_AGAIN_MS = 3_000;

interface LogDrawerProps {
  open: boolean;
  webhook: Webhook | undefined;
  send: WebhookActions["send"];
  onClose: () => void;
}

/** A webhook's deliveries and responses, newest first. */
export function LogDrawer({ open, webhook, send, onClose }: LogDrawerProps) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={webhook ? `Log of ${webhook.name}` : "Log"}
      className="w-160"
    >
      {webhook && <Log key={webhook.id} webhook={webhook.id} send={send} />}
    </Drawer>
  );
}

function Log({ webhook, send }: { webhook: string; send: WebhookActions["send"] }) {
  const [most, setMost] = useState(PAGE_SIZE);
  const query = useQuery({
    queryKey: [name, "log", webhook, most],
    queryFn: () => listDeliveries(webhook, most),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ outcome }) => outcome === "waiting") ? LOOK_AGAIN_MS : false,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 wrap-anywhere">
      <p className="text-sm text-ink-2">Kept for 30 days, or until its lead is deleted.</p>
      <ListStates
        query={query}
        explain={WEBHOOK_MESSAGES.log}
        loading={<SkeletonList count={4} label="Loading the log…" itemClassName="h-14" />}
        empty={(deliveries) =>
          deliveries.length ? undefined : (
            <EmptyState title="Nothing sent yet">
              Send a test, or wait for the first event.
            </EmptyState>
          )
        }
      >
        {(deliveries) => (
          <>
            <ul aria-label="Deliveries" className="divide-y divide-line border-y border-line">
              {deliveries.map((delivery, place) => (
                <DeliveryItem
                  key={delivery.id}
                  delivery={delivery}
                  newest={place === 0}
                  send={send}
                />
              ))}
            </ul>
            {deliveries.length === most && (
              <Button
                className="justify-self-center"
                pending={query.isPlaceholderData}
                onClick={() => setMost(most + PAGE_SIZE)}
              >
                Show older
              </Button>
            )}
          </>
        )}
      </ListStates>
    </div>
  );
}

interface DeliveryItemProps {
  delivery: Delivery;
  /** starts open, because it is usually what was just sent */
  newest: boolean;
  send: WebhookActions["send"];
}

/** One delivery: what was sent, and each response. */
function DeliveryItem({ delivery, newest, send }: DeliveryItemProps) {
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
          <Badge tone={tone} className="max-w-full !whitespace-normal">
            {words}
          </Badge>
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
      <pre className="rounded-md bg-paper-2 p-3 font-mono text-xs whitespace-pre-wrap">
        {children}
      </pre>
    )}
  </div>
);
