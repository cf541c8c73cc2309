import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { BrokenAddress } from "#app/lib/data/database.types.ts";
import { formatCount, formatDay } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { REDIRECT_MESSAGES } from "../messages.ts";
import { BROKEN_KEY, dismissBroken, listBroken } from "../queries.ts";

/** Broken addresses that visitors requested, most visited first (rule L-18). @param onAdd opens the form with the path */
export function BrokenAddresses({ onAdd }: { onAdd: (path: string) => void }) {
  const heading = useId();
  const client = useQueryClient();
  const query = useQuery({ queryKey: BROKEN_KEY, queryFn: listBroken });
  const dismiss = useMutation({
    mutationFn: dismissBroken,
    onSuccess: (_, path) => {
      toast.success(REDIRECT_MESSAGES.dismissed(path));
      return client.invalidateQueries({ queryKey: BROKEN_KEY });
    },
    onError: (cause) => toast.failure(REDIRECT_MESSAGES.dismiss(cause), cause),
  });
  const columns: Column<BrokenAddress & { id: string }>[] = [
    {
      key: "path",
      header: "Address",
      cell: ({ path }) => <span className="line-clamp-4 font-medium wrap-anywhere">{path}</span>,
    },
    { key: "visits", header: "Visits", cell: ({ visits }) => formatCount(visits) },
    {
      key: "last_day",
      header: "Last visit",
      cell: ({ last_day }) => <span className="whitespace-nowrap">{formatDay(last_day)}</span>,
    },
    {
      key: "referrer",
      header: "Linked from",
      cell: ({ referrer }) => (
        <span className="line-clamp-4 wrap-anywhere">{referrer ?? "Unknown"}</span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      cell: ({ path }) => (
        <div className="flex gap-1 max-sm:flex-wrap">
          <Button size="sm" aria-label={`Add redirect for ${path}`} onClick={() => onAdd(path)}>
            Add redirect
          </Button>
          <Button
            size="sm"
            aria-label={`Dismiss ${path}`}
            disabled={dismiss.isPending}
            onClick={() => dismiss.mutate(path)}
          >
            Dismiss
          </Button>
        </div>
      ),
    },
  ];
  return (
    <section aria-labelledby={heading} className="mt-10 grid gap-4">
      <div>
        <h2 id={heading} className="font-display text-xl font-semibold">
          Broken addresses
        </h2>
        <p className="mt-1 text-sm text-ink-2">
          Visitors tried to open these pages, but they don't exist. Bots aren't counted.
        </p>
      </div>
      <ListStates
        query={query}
        explain={REDIRECT_MESSAGES.broken}
        loading={<SkeletonList count={2} label="Loading broken addresses…" itemClassName="h-16" />}
        empty={({ length }) =>
          length > 0 ? undefined : (
            <EmptyState title="No broken addresses">
              Addresses without a page appear here soon after a visit.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Table
            caption="Broken addresses"
            columns={columns}
            rows={rows.map((row) => ({ id: row.path, ...row }))}
          />
        )}
      </ListStates>
    </section>
  );
}
