import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { type ConfirmDelete, confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import type { OrderedTable } from "#app/lib/data/database.types.ts";
import type { OrderedStore } from "#app/lib/data/ordered-store.ts";
import { useOptimistic } from "#app/lib/data/query-client.ts";
import type { InsertOf, Page, RowOf, StoredRow, UpdateOf } from "#app/lib/data/table-store.ts";
import type { ListMessages } from "#app/lib/errors/list-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

type Restore<Row> = (row: Row) => Promise<unknown>;

interface Deletable<Row> {
  /** the table; all its cached pages are updated */
  name: string;
  /**
   * The calls for the current target, live or a set. Undo uses the same target. Without `restore`, there is no
   * Undo.
   */
  here: () => { remove: (row: Row) => Promise<unknown>; restore?: Restore<Row> };
  messages: { remove: (cause: unknown) => string; deleted: string };
}

/** Restores a deleted row, by Undo or from the trash. */
export function useRestore<Row extends StoredRow>(name: string) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  const { mutate } = useMutation({
    mutationFn: ({ row, restore }: { row: Row; restore: Restore<Row> }) => restore(row),
    onSuccess: () => notifySaved("Deleted item restored"),
    onError: (cause) => toast.failure("Failed to restore the deleted item", cause),
    onSettled: () => client.invalidateQueries({ queryKey: [name] }),
  });
  return (row: Row, restore: Restore<Row>) => mutate({ row, restore });
}

/** Deletes as in rule L-8: optimistic, reverted on failure, with Undo afterwards. */
export function useDelete<Row extends StoredRow>({ name, here, messages }: Deletable<Row>) {
  const notifySaved = useNotifySaved();
  const undo = useRestore<Row>(name);
  /** ids being deleted; a second press doesn't ask again */
  const going = useRef(new Set<string>());
  const { mutate } = useOptimistic<Page<Row>, ReturnType<typeof here> & { row: Row }>({
    queryKey: [name, "list"],
    mutationFn: ({ remove, row }) => remove(row),
    apply: ({ rows, total }, { row }) => {
      const left = rows.filter(({ id }) => id !== row.id);
      return { rows: left, total: total - (rows.length - left.length) };
    },
    onSuccess: (_, { restore, row }) => {
      going.current.delete(row.id);
      notifySaved(messages.deleted, {
        action: restore && { label: "Undo", onClick: () => undo(row, restore) },
      });
    },
    onError: (cause, { row }) => {
      going.current.delete(row.id);
      toast.failure(messages.remove(cause), cause);
    },
  });
  return (row: Row, question: Omit<ConfirmDelete, "onConfirm">) => {
    if (going.current.has(row.id)) return;
    const calls = here();
    confirmDelete({
      ...question,
      onConfirm: () => {
        going.current.add(row.id);
        mutate({ ...calls, row });
      },
    });
  };
}

interface Patchable<Row, Changes> {
  name: string;
  /** the call for the current target, live or a set */
  updateHere: () => (row: Row, changes: Changes) => Promise<Row>;
  messages: { update: (cause: unknown) => string; updated: string };
}

/** Updates one column from the list (a switch, a status): optimistic, reverted on failure. */
export function usePatch<Row extends StoredRow, Changes extends Partial<Row>>({
  name,
  updateHere,
  messages,
}: Patchable<Row, Changes>) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  const queryKey = [name, "list"];
  /** The row with its latest version, because a second press may follow the first. */
  const latest = (row: Row): Row =>
    client
      .getQueriesData<Page<Row>>({ queryKey })
      .flatMap(([, page]) => page?.rows ?? [])
      .find(({ id }) => id === row.id) ?? row;
  const replace = (page: Page<Row>, id: string, next: Partial<Row>): Page<Row> => ({
    ...page,
    rows: page.rows.map((row) => (row.id === id ? { ...row, ...next } : row)),
  });
  type Patch = { row: Row; changes: Changes; update: ReturnType<typeof updateHere> };
  const { mutate } = useOptimistic<Page<Row>, Patch, Row>({
    queryKey,
    scope: name,
    mutationFn: ({ row, changes, update }) => update(latest(row), changes),
    apply: (page, { row, changes }) => replace(page, row.id, changes),
    onSuccess: (stored) => {
      client.setQueriesData<Page<Row>>(
        { queryKey },
        (page) => page && replace(page, stored.id, stored),
      );
      notifySaved(messages.updated);
    },
    onError: (cause) => toast.failure(messages.update(cause), cause),
  });
  return (row: Row, changes: Changes) => mutate({ row, changes, update: updateHere() });
}

/** Creates or replaces a row with the resource's messages. Rethrows a StaleError to the dialog. */
export function useSave<Name extends OrderedTable, Values extends InsertOf<Name>>(
  store: OrderedStore<Name>,
  messages: Pick<ListMessages, "created" | "updated">,
  saved?: (before: RowOf<Name>, now: Values) => void,
) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  return async (values: Values, seen: RowOf<Name> | undefined, newId: string) => {
    let stored: RowOf<Name>;
    try {
      stored = seen
        ? await store.update(seen, values as UpdateOf<Name>)
        : await store.insertOnce(newId, values);
    } catch (cause) {
      // Someone else may have deleted or changed it. Refresh the list behind the dialog.
      void client.invalidateQueries({ queryKey: [store.name] });
      throw cause;
    }
    notifySaved(seen ? messages.updated : messages.created);
    if (seen) saved?.(seen, values);
    await client.invalidateQueries({ queryKey: [store.name] });
    return stored;
  };
}
