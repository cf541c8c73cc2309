import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatTime } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import type { EraseDialogProps } from "./erase-dialog.tsx";
import { EraseDialog } from "./erase-on-demand.ts";
import { PRIVACY_MESSAGES } from "./messages.ts";
import * as queries from "./queries.ts";
import { actorOf, countsOf, REASONS } from "./words.ts";

/** A button to erase a person, and a log of recent permanent deletions. */
export function Erasures({ onErased }: Pick<EraseDialogProps, "onErased">) {
  const [open, setOpen] = useState(false);
  const log = useQuery({ queryKey: [queries.name, "list"], queryFn: queries.erasures });
  return (
    <Card>
      <CardHeader
        title="Permanently deleted"
        aside={
          <Button size="sm" onClick={() => setOpen(true)}>
            Erase a person's data
          </Button>
        }
      >
        <p className="text-sm text-ink-2">
          Shows when, by whom and how much was deleted. Contains no personal data.
        </p>
      </CardHeader>
      <div className="px-5 py-4 text-sm">
        {log.isPending && <SkeletonList count={2} label="Loading…" itemClassName="h-10" />}
        {log.isError && <ErrorState message={PRIVACY_MESSAGES.load(log.error)} query={log} />}
        {log.data?.length === 0 && <p className="text-ink-2">Nothing has been deleted yet.</p>}
        {log.data && log.data.length > 0 && (
          <ul className="grid gap-3">
            {log.data.map((one) => (
              <li key={one.id}>
                <p className="wrap-anywhere">
                  {REASONS[one.reason]}: {countsOf(one.rows).join(", ")}
                </p>
                <p className="text-xs text-ink-2 wrap-anywhere">
                  {actorOf(one)} · <time dateTime={one.erased_at}>{formatTime(one.erased_at)}</time>
                </p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <EraseDialog open={open} address="" onClose={() => setOpen(false)} onErased={onErased} />
    </Card>
  );
}
