import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { Link } from "react-router";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { listLatest, name } from "../queries.ts";
import { actorName, changeTitle } from "../words.ts";

/** Refetched on each visit. @param ask false for people who may not see changes */
export const useLatestChanges = ({ ask }: { ask: boolean }) =>
  useQuery({ queryKey: [name, "latest"], queryFn: listLatest, enabled: ask, staleTime: 0 });

/** The latest changes and their authors. The dashboard waits for the query. */
export function LatestChanges({ query }: { query: ReturnType<typeof useLatestChanges> }) {
  const lists = useContext(ListNames);
  const nameOf = useStaffName();
  return (
    <Card>
      <CardHeader
        title="Latest changes"
        aside={
          <Link to="/admin/history" className="text-sm">
            All changes
          </Link>
        }
      />
      <ListStates
        query={query}
        explain={MESSAGES.history.load}
        loading={
          <div role="status" className="p-5">
            <span className="sr-only">Loading the latest changes…</span>
            <Skeleton className="h-40" />
          </div>
        }
        empty={(changes) =>
          changes.length === 0 ? <p className="px-5 py-4 text-sm">No changes yet.</p> : undefined
        }
      >
        {(changes) => (
          <ul className="divide-y divide-line">
            {changes.map((change) => (
              <li key={change.id} className="grid gap-0.5 px-5 py-3 text-sm">
                <span className="line-clamp-2 font-medium wrap-anywhere">
                  {changeTitle(change, lists, nameOf)}
                </span>
                {change.note && (
                  <Badge
                    tone="brand"
                    className="justify-self-start wrap-anywhere !whitespace-normal"
                  >
                    {change.note}
                  </Badge>
                )}
                <span className="text-ink-2 wrap-anywhere">
                  {actorName(change.actor, change.actor_email, nameOf)},{" "}
                  {formatAge(change.changed_at)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </Card>
  );
}
