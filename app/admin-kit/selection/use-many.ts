import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useNotifySaved } from "#app/admin-kit/prepared/use-notify-saved.ts";
import type { Several } from "#app/lib/data/several.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { countOf, formatCount } from "#app/lib/text/formats.ts";
import { toast } from "#app/ui/overlays/toast.tsx";

/** The singular and plural of an item: "file", "files". */
export interface ItemWords {
  one: string;
  many: string;
}

/** "1 file", "5 files", "3 of 5 files" */
export const countItems = ({ one, many }: ItemWords, count: number, of = count) =>
  `${count === of ? "" : `${formatCount(count)} of `}${countOf(of, one, many)}`;

interface Work<Row> {
  run: (rows: readonly Row[]) => Promise<Several<Row>>;
  /** the messages, for "5 files" */
  done: (items: string) => string;
  failed: (items: string) => string;
}

interface Act<Row> extends Work<Row> {
  /** omitted if it can't be undone */
  undo?: Work<Row>;
  /** called once at least part of it is done */
  after?: () => void;
}

/**
 * Runs an action on several rows: one call where the data allows it, one message, and one Undo for everything
 * that succeeded. Reports partial failures with the reason.
 * @param name the table; its cached queries are refetched
 */
export function useMany<Row extends { id: string }>(
  name: string,
  items: ItemWords,
  nameOf: (row: Row) => string,
) {
  const client = useQueryClient();
  const notifySaved = useNotifySaved();
  /** ignores a second press while the first is in flight */
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
      if (cause === undefined) notifySaved(title, { action });
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
