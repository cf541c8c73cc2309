import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { ViewLink } from "./view-link.tsx";
import {
  changeViews,
  LONGEST_NAME,
  MOST_VIEWS,
  type SavedView,
  savedViews,
} from "./view-queries.ts";

const words = MESSAGES.views;
const queryKey = ["lead_views"];

export interface SavedViewsProps {
  /** what is asked for now */
  address: string;
  /** that is one of the built-in views */
  known: boolean;
}

interface Change {
  apply: Parameters<typeof changeViews>[0];
  told: string;
  action?: { label: string; onClick: () => void };
}

/** The views that this person saved, and what can be done with the one that is shown. */
export function SavedViews({ address, known }: SavedViewsProps) {
  const client = useQueryClient();
  const query = useQuery({ queryKey, queryFn: savedViews });
  const [naming, setNaming] = useState<string>();
  const change = useMutation({
    mutationFn: ({ apply }: Change) => changeViews(apply),
    onSuccess: (views, { told, action }) => {
      client.setQueryData(queryKey, views);
      setNaming(undefined);
      toast.success(told, { action });
    },
    onError: (cause) => toast.error(words.save(cause)),
  });
  if (query.isError) return <p className="text-sm text-danger">{words.load(query.error)}</p>;
  const views = query.data ?? [];
  const shown = views.find((view) => view.address === address);

  function remove(view: SavedView) {
    const at = views.indexOf(view);
    const back = () =>
      change.mutate({ apply: (now) => now.toSpliced(at, 0, view), told: words.restored });
    change.mutate({
      apply: (now) => now.filter(({ name }) => name !== view.name),
      told: words.deleted,
      action: { label: "Undo", onClick: back },
    });
  }
  const save = (name: string) =>
    change.mutate({
      apply: (now) =>
        shown
          ? now.map((view) => (view.name === shown.name ? { ...view, name } : view))
          : [...now, { name, address }],
      told: words.saved,
    });

  return (
    <>
      {views.map((view) => (
        <ViewLink key={view.name} {...view} shown={view === shown} />
      ))}
      {naming !== undefined && !known ? (
        <NameForm
          name={naming}
          taken={views.filter((view) => view !== shown).map(({ name }) => name)}
          pending={change.isPending}
          onSave={save}
          onCancel={() => setNaming(undefined)}
        />
      ) : (
        <span className="inline-flex items-center gap-3 px-2 text-sm">
          {shown && (
            <>
              <TextButton onClick={() => setNaming(shown.name)}>
                Rename<span className="sr-only"> {shown.name}</span>
              </TextButton>
              <TextButton onClick={() => remove(shown)}>
                Delete<span className="sr-only"> {shown.name}</span>
              </TextButton>
            </>
          )}
          {query.data && !known && !shown && views.length < MOST_VIEWS && (
            <TextButton onClick={() => setNaming("")}>Save view</TextButton>
          )}
        </span>
      )}
    </>
  );
}

interface NameFormProps {
  name: string;
  /** names of the other views */
  taken: readonly string[];
  pending: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

function NameForm({ name: before, taken, pending, onSave, onCancel }: NameFormProps) {
  const [typed, setTyped] = useState(before);
  const name = typed.trim();
  const isTaken = taken.includes(name);
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        if (name && !isTaken) onSave(name);
      }}
    >
      <Field
        label="View name"
        error={isTaken ? "You already have a view with this name" : undefined}
      >
        <Input
          autoFocus
          autoComplete="off"
          maxLength={LONGEST_NAME}
          value={typed}
          onValueChange={setTyped}
        />
      </Field>
      <Button type="submit" size="sm" pending={pending} disabled={!name || isTaken}>
        Save
      </Button>
      <Button size="sm" look="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  );
}
