import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Drawer } from "#app/ui/overlays/drawer.tsx";
import { listDeliveries, name, PAGE_SIZE, type Webhook } from "../queries.ts";
import { DeliveryItem } from "./delivery-item.tsx";
import type { WebhookActions } from "./use-webhook-actions.ts";

const LOOK_AGAIN_MS = 3_000;

export interface LogDrawerProps {
  open: boolean;
  webhook: Webhook | undefined;
  send: WebhookActions["send"];
  onClose: () => void;
}

/** What was sent to a webhook and what it answered, the newest first. */
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
    <div className="grid gap-4 p-5">
      <p className="text-sm text-ink-2">Kept for 30 days, or until its lead is deleted.</p>
      <ListStates
        query={query}
        explain={MESSAGES.webhooks.log}
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
