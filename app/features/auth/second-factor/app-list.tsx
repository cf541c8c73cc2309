import { useMutation, useQueryClient } from "@tanstack/react-query";
import Smartphone from "lucide-react/icons/smartphone";
import Trash2 from "lucide-react/icons/trash-2";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { ACCESS } from "#app/lib/access/access.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { AlertOnDemand } from "#app/ui/overlays/alert-on-demand.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { SECOND_FACTOR_MESSAGES } from "./messages.ts";
import { name, removeApp, type SecondFactor } from "./queries.ts";

interface AppListProps {
  factor: SecondFactor;
  onAdd: () => void;
}

/** The person's authenticator apps. */
export function AppList({ factor, onAdd }: AppListProps) {
  const { apps, required } = factor;
  const client = useQueryClient();
  const { open, id, openAt, close } = useOpened("remove-app");
  const asked = apps.find((app) => app.id === id);
  const isLast = apps.length === 1;
  const remove = useMutation({
    mutationFn: removeApp,
    onSuccess: async () => {
      toast.success(SECOND_FACTOR_MESSAGES.removed);
      close();
      await client.invalidateQueries({ queryKey: [name] });
      // Without the last one, the session doesn't count.
      if (isLast && required) await client.invalidateQueries({ queryKey: [ACCESS] });
    },
    onError: (cause) => toast.error(SECOND_FACTOR_MESSAGES.removeFailed(cause)),
  });
  return (
    <section className="grid gap-3">
      <ul aria-label="Authenticator apps" className="grid gap-2">
        {apps.map((app) => (
          <li key={app.id} className="flex items-center gap-3">
            <Smartphone aria-hidden className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
            <div className="min-w-0 flex-1 text-sm">
              <p className="font-medium wrap-anywhere">{app.name}</p>
              <p className="text-ink-2">Added {formatDate(app.addedAt)}</p>
            </div>
            <IconButton
              label={`Remove ${app.name}`}
              look="danger-ghost"
              icon={<Trash2 aria-hidden />}
              onClick={() => openAt(app.id)}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button onClick={onAdd}>Add another app</Button>
      </div>
      <AlertOnDemand
        open={open && asked !== undefined}
        title={`Remove ${asked?.name}?`}
        description={
          isLast ? lastWords(required) : "Its codes stop working. Your other apps still work."
        }
        confirmLabel="Remove"
        danger
        pending={remove.isPending}
        onCancel={close}
        onConfirm={() => remove.mutate(id)}
        focusAfter={() => document.querySelector<HTMLElement>("main") ?? true}
      />
    </section>
  );
}

const lastWords = (required: boolean) =>
  required
    ? "This is your only app, and your role needs one. You'll set up a new one right away. Your recovery codes stop working."
    : "This is your only app. Signing in will take only your password. Your recovery codes stop working.";
