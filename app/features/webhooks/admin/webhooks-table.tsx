import Ellipsis from "lucide-react/icons/ellipsis";
import KeyRound from "lucide-react/icons/key-round";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { formatCount, formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Cause } from "#app/ui/display/cause.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import type { Webhook } from "../queries.ts";
import { causeOf, EVENTS, FORMATS, stateOf } from "./words.ts";

interface WebhooksTableProps {
  webhooks: readonly Webhook[];
  /** the id of the webhook being tested */
  testing: string | undefined;
  onTest: (webhook: Webhook) => void;
  onLog: (webhook: Webhook) => void;
  onEdit: (webhook: Webhook) => void;
  onRotate: (webhook: Webhook) => void;
  onDelete: (webhook: Webhook) => void;
}

/** The webhooks with their status. */
export function WebhooksTable({ webhooks, testing, ...on }: WebhooksTableProps) {
  const columns: Column<Webhook>[] = [
    {
      key: "name",
      header: "Webhook",
      cell: ({ name, host, format }) => (
        <>
          <span className="@min-[59rem]:line-clamp-2 font-medium">{name}</span>
          <span className="@min-[59rem]:line-clamp-2 text-ink-2">{host}</span>
          <span className="text-xs text-ink-2">{FORMATS[format]}</span>
        </>
      ),
    },
    {
      key: "events",
      header: "Events",
      cell: ({ events }) => events.map((event) => EVENTS[event]).join(", "),
    },
    { key: "state", header: "State", cell: State },
    {
      key: "answer",
      header: "Last response",
      cell: (webhook) =>
        webhook.last_at ? (
          <>
            <span className="block">{formatTime(webhook.last_at)}</span>
            <Cause {...causeOf({ status: webhook.last_status, problem: webhook.last_problem })} />
          </>
        ) : (
          "None"
        ),
    },
    {
      key: "actions",
      header: "Actions",
      cell: (webhook) => (
        <div className="flex gap-1">
          <Button size="sm" aria-label={`Log of ${webhook.name}`} onClick={() => on.onLog(webhook)}>
            Log
          </Button>
          <Button
            size="sm"
            aria-label={`Send a test to ${webhook.name}`}
            pending={testing === webhook.id}
            disabled={testing !== undefined}
            onClick={() => on.onTest(webhook)}
          >
            Send a test
          </Button>
          <Menu
            trigger={
              <IconButton
                label={`More for ${webhook.name}`}
                icon={<Ellipsis aria-hidden />}
                className="!h-8 pointer-coarse:!h-11"
              />
            }
            actions={[
              { label: "Edit", icon: <Pencil aria-hidden />, onSelect: () => on.onEdit(webhook) },
              ...(webhook.format === "standard"
                ? [
                    {
                      label: "New secret",
                      icon: <KeyRound aria-hidden />,
                      onSelect: () => on.onRotate(webhook),
                    },
                  ]
                : []),
              {
                label: "Delete",
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: () => on.onDelete(webhook),
              },
            ]}
          />
        </div>
      ),
    },
  ];
  return (
    <Table caption="Webhooks" columns={columns} rows={webhooks} setBack={({ active }) => !active} />
  );
}

function State(webhook: Webhook) {
  const { tone, words, more } = stateOf(webhook);
  const { waiting, given_up } = webhook;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={tone}>{words}</Badge>
      {more && <span className="text-danger">{more}</span>}
      {waiting > 0 && <span className="text-ink-2">{formatCount(waiting)} waiting</span>}
      {given_up > 0 && <span className="text-danger">{formatCount(given_up)} failed</span>}
    </div>
  );
}
