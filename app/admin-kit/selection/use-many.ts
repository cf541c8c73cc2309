import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTellSaved } from "#app/admin-kit/prepared/use-tell-saved.ts";
import type { Several } from "#app/lib/data/several.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** What several items are called: "file", "files". */
export interface ItemWords {
  one: string;
  many: string;
}

/** "1 file", "5 files", "3 of 5 files" */
export const countItems = ({ one, many }: ItemWords, count: number, of = count) =>
  `${count === of ? "" : `${formatCount(count)} of `}${formatCount(of)} ${of === 1 ? one : many}`;

interface Work<Row> {
  run: (rows: readonly Row[]) => Promise<Several<Row>>;
  /** the sentences, of "5 files" */
  done: (items: string) => string;
  failed: (items: string) => string;
}

interface Act<Row> extends Work<Row> {
  /** left out where there is no way back */
  undo?: Work<Row>;
  /** once something of it is done */
  after?: () => void;
}

/**
 * Does one thing with several rows: one call where the data allows it, one message, one Undo for all that was
 * done. What was done of them, and why not all, is said.
 * @param name the table; every cached query of it is read again
 */
export function useMany<Row extends { id: string }>(
  name: string,
  items: ItemWords,
  nameOf: (row: Row) => string,
) {
  const client = useQueryClient();
  const tellSaved = useTellSaved();
  /** a second press does nothing while the first is on its way */
  const isBusy = useRef(false);
  const { mutate, isPending } = useMutation({
    scope: { id: name },
    mutationFn: ({ act, rows }: { act: Act<Row>; rows: readonly Row[] }) => act.run(rows),
    onSuccess: ({ done, cause, refused }, { act, rows }) => {
      const row = rows.find(({ id }) => id === refused?.id);
      const description = cause
        ? [row && nameOf(row), reason(cause)].filter(Boolean).join(": ")
        : undefined;
      if (done.length === 0)
        return toast.error(act.failed(countItems(items, rows.length)), { description });
      const title = act.done(countItems(items, done.length, rows.length));
      const { undo } = act;
      const action = undo && {
        label: "Undo",
        onClick: () => mutate({ act: undo, rows: done }),
      };
      if (cause === undefined) tellSaved(title, { action });
      else toast.error(title, { description, action });
      act.after?.();
    },
    onError: (cause, { act, rows }) =>
      toast.failure(act.failed(countItems(items, rows.length)), cause),
    onSettled: () => {
      isBusy.current = false;
      return client.invalidateQueries({ queryKey: [name] });
    },
  });
  return {
    isPending,
    act(rows: readonly Row[], act: Act<Row>) {
      if (isBusy.current) return;
      isBusy.current = true;
      mutate({ act, rows });
    },
  };
}
