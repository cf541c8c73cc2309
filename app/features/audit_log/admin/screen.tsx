import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { AuditEntry } from "#app/lib/data/database.types.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { Card, CardHeader } from "#app/ui/display/card.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { AUDIT_LOG_MESSAGES } from "../messages.ts";
import { clean, list, name, PAGE_SIZE } from "../queries.ts";
import { DownloadButton } from "./download-button.tsx";
import { Entry } from "./entry.tsx";
import { ANY, AuditFilters } from "./filters.tsx";

/** What matters for security, by day. Filters are in the URL. */
export function AuditLogScreen() {
  const [what, setWhat] = useUrlState(ANY);
  const labels = useFormLabels("site_settings") ?? {};
  const client = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: [name, "list", what],
    queryFn: ({ pageParam }) => list(what, pageParam),
    initialPageParam: undefined as AuditEntry | undefined,
    getNextPageParam: ({ entries }) => (entries.length === PAGE_SIZE ? entries.at(-1) : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const first = query.data?.pages[0];
  const narrowed = Object.values(what).some(Boolean);
  useEffect(() => {
    clean().catch((cause) => console.error("Error cleaning the audit log:", cause));
  }, []);

  return (
    <>
      <PageHeader
        actions={
          <DownloadButton
            what={what}
            labels={labels}
            disabled={!first || first.entries.length === 0}
            onDone={() => void client.invalidateQueries({ queryKey: [name] })}
          />
        }
      />
      <AuditFilters people={first?.people ?? []} value={what} onChange={setWhat} />
      <ListStates
        query={query}
        explain={AUDIT_LOG_MESSAGES.load}
        loading={<SkeletonList count={5} label="Loading the audit log…" itemClassName="h-16" />}
        empty={({ pages }) =>
          pages[0]?.entries.length === 0 ? (
            <EmptyState title={narrowed ? "No matches" : "No entries yet"}>
              {narrowed
                ? "Try another kind, person or date."
                : "Sign-ins and changes of roles and security settings will appear here."}
            </EmptyState>
          ) : undefined
        }
      >
        {({ pages }) => (
          <>
            {byDay(pages.flatMap(({ entries }) => entries)).map(([day, entries]) => (
              <Card key={day}>
                <CardHeader title={day} />
                <ol className="divide-y divide-line">
                  {entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} labels={labels} />
                  ))}
                </ol>
              </Card>
            ))}
            {query.hasNextPage && (
              <Button
                className="justify-self-center"
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                Load more
              </Button>
            )}
          </>
        )}
      </ListStates>
    </>
  );
}

/** Groups entries by the company's calendar day, newest first. */
function byDay(entries: readonly AuditEntry[]) {
  const days = new Map<string, AuditEntry[]>();
  for (const entry of entries) {
    const day = formatDate(entry.at);
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return [...days];
}
