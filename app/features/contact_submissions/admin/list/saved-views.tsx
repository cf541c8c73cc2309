import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { ViewLink } from "./view-link.tsx";
import { VIEW_MESSAGES } from "./view-messages.ts";
import { changeViews, MAX_VIEWS, type SavedView, savedViews } from "./view-queries.ts";

const words = VIEW_MESSAGES;
const queryKey = ["lead_views"];

const ViewNameForm = onDemand(async () => (await import("./view-name-form.tsx")).ViewNameForm);

interface SavedViewsProps {
  /** the current filters, as a query string */
  address: string;
  /** it is one of the built-in views */
  known: boolean;
}

/** The open form's view; another object each time it opens. */
interface Naming {
  name: string;
}

interface Change {
  apply: Parameters<typeof changeViews>[0];
  message: string;
  /** the form that it is from, which it closes */
  form?: Naming;
  action?: { label: string; onClick: () => void };
}

/** This person's saved views, with actions for the current one. */
export function SavedViews({ address, known }: SavedViewsProps) {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: savedViews });
  const [naming, setNaming] = useState<Naming>();
  const link = useRef<HTMLAnchorElement>(null);
  const stored = useRef(false);
  const change = useMutation({
    // Each reads all views and writes them: at once, one would undo the other.
    scope: { id: "lead_views" },
    mutationFn: ({ apply }: Change) => changeViews(apply),
    onSuccess: (views, { message, form, action }) => {
      client.setQueryData(queryKey, views);
      setNaming((open) => (open === form ? undefined : open));
      stored.current = true;
      toast.success(message, { action });
    },
    onError: (cause) => toast.error(words.save(cause)),
  });
  const views = query.data ?? [];
  const shown = views.find((view) => view.address === address);
  useEffect(() => {
    if (!stored.current || naming !== undefined || !shown) return;
    stored.current = false;
    // The form is gone with its button.
    keepFocus(link.current);
  }, [naming, shown]);
  if (query.isError) return <p className="text-sm text-danger">{words.load(query.error)}</p>;

  function remove(view: SavedView) {
    const at = views.indexOf(view);
    const back = () =>
      change.mutate({ apply: (now) => now.toSpliced(at, 0, view), message: words.restored });
    change.mutate({
      apply: (now) => now.filter(({ name }) => name !== view.name),
      message: words.deleted,
      action: { label: "Undo", onClick: back },
    });
  }
  const save = (name: string) =>
    change.mutate({
      apply: (now) => {
        const at = now.findIndex((view) => view.name === shown?.name);
        const view = { name, address };
        // One that is gone by now is saved again.
        return at < 0 ? [...now, view] : now.with(at, view);
      },
      message: words.saved,
      form: naming,
    });

  return (
    <>
      {views.map((view) => (
        <ViewLink
          key={view.name}
          {...view}
          shown={view === shown}
          ref={view === shown ? link : undefined}
        />
      ))}
      {naming !== undefined && !known ? (
        <ViewNameForm
          name={naming.name}
          taken={views.filter((view) => view !== shown).map(({ name }) => name)}
          pending={change.isPending && change.variables.form === naming}
          onSave={save}
          onCancel={() => setNaming(undefined)}
        />
      ) : (
        <span className="inline-flex items-center gap-3 px-2 text-sm">
          {shown && (
            <>
              <TextButton onClick={() => setNaming({ name: shown.name })}>
                Rename<span className="sr-only"> {shown.name}</span>
              </TextButton>
              <TextButton onClick={() => remove(shown)}>
                Delete<span className="sr-only"> {shown.name}</span>
              </TextButton>
            </>
          )}
          {query.data && !known && !shown && views.length < MAX_VIEWS && (
            <TextButton onClick={() => setNaming({ name: "" })}>Save view</TextButton>
          )}
        </span>
      )}
    </>
  );
}
