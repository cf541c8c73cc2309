import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { useUnsaved, type Warning } from "#app/admin-kit/dialogs/unsaved.tsx";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { isBusyElsewhere } from "#app/admin-kit/shell/keyboard.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { WEBHOOK_MESSAGES } from "../messages.ts";
import { list, name, type Webhook } from "../queries.ts";
import { useWebhookActions } from "./use-webhook-actions.ts";
import { WebhooksTable } from "./webhooks-table.tsx";

const EDIT = "edit";
const NEW = "new";
const LOOK_AGAIN_MS = 5_000;

const UNSEEN: Warning = {
  title: "Leave before the secret is shown?",
  description: "You won't be able to see the new secret. You can create another one later.",
  confirmLabel: "Leave",
  cancelLabel: "Stay here",
};

const WebhookDialog = onDemand(async () => (await import("./webhook-dialog.tsx")).WebhookDialog);

const LogDrawer = onDemand(async () => (await import("./log-drawer.tsx")).LogDrawer);

/** The webhooks, their status, and what was sent to them. */
export function WebhooksScreen() {
  const query = useQuery({
    queryKey: [name, "list"],
    queryFn: list,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ waiting }) => waiting > 0) ? LOOK_AGAIN_MS : false,
  });
  const { send, rotate, remove } = useWebhookActions();
  const edit = useOpened(EDIT);
  const log = useOpened("log");
  const rotating = useOpened("rotate");
  // Never in the URL: a secret must not end up in the browser's history.
  const [shown, setShown] = useState<Shown>();
  const [showing, setShowing] = useState(false);
  useUnsaved(rotate.isPending, [], UNSEEN);
  const found = (id: string) => query.data?.find((webhook) => webhook.id === id);

  function show(next: Shown) {
    setShown(next);
    setShowing(true);
  }
  function ask(webhook: Webhook) {
    confirmDelete({
      by: "dialog",
      title: `Delete ${webhook.name}?`,
      label: "It stops receiving events. Its log is deleted.",
      onConfirm: () => remove.mutate(webhook),
    });
  }

  // Back doesn't close the question while its secret is created: the secret is shown only once.
  const chosen = rotate.isPending ? rotate.variables : found(rotating.id);
  return (
    <>
      <PageHeader
        actions={
          <Button look="primary" onClick={() => edit.openAt(NEW)}>
            <Plus aria-hidden />
            Add webhook
          </Button>
        }
      />
      <ListStates
        query={query}
        explain={WEBHOOK_MESSAGES.load}
        loading={<SkeletonList count={3} label="Loading webhooks…" itemClassName="h-16" />}
        empty={(webhooks) =>
          webhooks.length ? undefined : (
            <EmptyState title="No webhooks yet">
              Send new leads, status changes and bookings to a CRM, your warehouse software, or a
              Slack or Teams channel.
            </EmptyState>
          )
        }
      >
        {(webhooks) => (
          <WebhooksTable
            webhooks={webhooks}
            testing={send.isPending ? send.variables.id : undefined}
            onTest={(webhook) =>
              send.mutate(webhook, {
                onSettled: () => {
                  if (!isBusyElsewhere()) log.openAt(webhook.id);
                },
              })
            }
            onLog={({ id }) => log.openAt(id)}
            onEdit={({ id }) => edit.openAt(id)}
            onRotate={({ id }) => rotating.openAt(id)}
            onDelete={ask}
          />
        )}
      </ListStates>
      <WebhookDialog
        open={edit.open && (edit.id === NEW || found(edit.id) !== undefined)}
        webhook={found(edit.id)}
        param={EDIT}
        onClose={edit.close}
        onSecret={(webhook, secret) => show({ name: webhook, secret, rotated: false })}
      />
      <AlertOnDemand
        open={(rotating.open || rotate.isPending) && chosen !== undefined}
        title={`Create a new secret for ${chosen?.name}?`}
        description="Both secrets work for 24 hours. Update the receiver before then."
        confirmLabel="Create secret"
        pending={rotate.isPending}
        onCancel={rotating.close}
        onConfirm={() => {
          if (chosen)
            rotate.mutate(chosen, {
              onSuccess: (secret) => show({ name: chosen.name, secret, rotated: true }),
              onSettled: rotating.close,
            });
        }}
      />
      <SecretDialog
        open={showing && !edit.open && !rotating.open}
        shown={shown}
        onClose={() => setShowing(false)}
      />
      <LogDrawer
        open={log.open && found(log.id) !== undefined}
        webhook={found(log.id)}
        send={send}
        onClose={log.close}
      />
    </>
  );
}

interface Shown {
  /** the webhook's name */
  name: string;
  secret: string;
  /** the old secret stays valid for a day */
  rotated: boolean;
}

interface SecretDialogProps {
  open: boolean;
  shown: Shown | undefined;
  onClose: () => void;
}

/** The only time a secret is shown. */
function SecretDialog({ open, shown, onClose }: SecretDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={`Secret for ${shown?.name}`}>
      <DialogBody>
        <Field
          label="Signing secret"
          description="Copy it now. You won't be able to see it again. The receiver uses it to check that an event comes from this site."
        >
          <div className="flex gap-2">
            <Input
              readOnly
              className="font-mono"
              value={shown?.secret ?? ""}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button look="primary" data-first onClick={() => copy(shown?.secret ?? "")}>
              Copy
            </Button>
          </div>
        </Field>
        {shown?.rotated && (
          <p className="text-sm text-ink-2">
            The old secret also works for 24 hours, so nothing fails while you update the receiver.
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </Dialog>
  );
}

async function copy(secret: string) {
  try {
    await navigator.clipboard.writeText(secret);
    toast.success(WEBHOOK_MESSAGES.copied);
  } catch {
    // Browsers restrict the clipboard to https pages, so the person copies it from the field.
    toast.error(WEBHOOK_MESSAGES.copyFailed);
  }
}
