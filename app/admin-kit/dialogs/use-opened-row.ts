import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { useOpened } from "./use-opened.ts";

/** The URL value for a row that doesn't exist yet. */
export const NEW = "new";

interface RowSource<Row> {
  name: string;
  get: (id: string) => Promise<Row | null>;
}

/** Like useOpened, but also loads the row, whatever page of the list it is on. */
export function useOpenedRow<Row extends { id: string }>(
  param: string,
  rows: readonly Row[] | undefined,
  source: RowSource<Row>,
) {
  const opened = useOpened(param);
  const { id, close } = opened;
  const isStored = opened.open && id !== NEW;
  const listed = rows?.find((row) => row.id === id);
  const elsewhere = useQuery({
    queryKey: [source.name, "row", id],
    queryFn: () => source.get(id),
    enabled: isStored && rows !== undefined && !listed,
  });
  // Keep the row, so that typed text survives when someone else deletes it.
  const [lastRow, setLastRow] = useState<Row>();
  const row = listed ?? elsewhere.data ?? (lastRow?.id === id ? lastRow : undefined);
  if (row && row !== lastRow) setLastRow(row);
  const gone = isStored && !row && (elsewhere.data === null || elsewhere.isError);

  const { error } = elsewhere;
  // Only once: going back is asynchronous, and a second call would leave the screen.
  const left = useRef(false);
  useEffect(() => {
    if (gone && !left.current) {
      toast.failure("This can't be opened", error ?? new RefusedError("It no longer exists"));
      close();
    }
    left.current = gone;
  }, [gone, error, close]);

  return { ...opened, open: opened.open && (id === NEW || row !== undefined), row };
}
