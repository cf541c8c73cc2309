import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { DayCards } from "#app/admin-kit/lists/day-cards.tsx";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import { useFormLabels } from "#app/admin-kit/resource/use-form-labels.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { AuditEntry } from "#app/lib/data/database.types.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { zonedFormat } from "#contract/time/company-zone.ts";
import { AUDIT_LOG_MESSAGES } from "../messages.ts";
import { clean, isReversed, list, name, PAGE_SIZE } from "../queries.ts";
import { personName, sentence } from "../words.ts";
import { DownloadButton } from "./download-button.tsx";
import { ANY, AuditFilters } from "./filters.tsx";

const clockTime = zonedFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

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
              {whyEmpty(what)}
            </EmptyState>
          ) : undefined
        }
      >
        {({ pages }) => (
          <DayCards
            items={pages.flatMap(({ entries }) => entries)}
            at={(entry) => entry.at}
            query={query}
            more="Load more"
          >
            {(entry) => <Entry key={entry.id} entry={entry} labels={labels} />}
          </DayCards>
        )}
      </ListStates>
    </>
  );
}

function whyEmpty(what: typeof ANY): string {
  if (isReversed(what)) return "The date under From is after the one under To. Swap them.";
  return Object.values(what).some(Boolean)
    ? "Try another kind, person or date."
    : "Sign-ins and changes of roles and security settings will appear here.";
}

/** One entry in the list: when, what, who, and from where. */
function Entry({ entry, labels }: { entry: AuditEntry; labels: FormLabels }) {
  const { at, actor, address, browser } = entry;
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)] lg:grid-cols-[6rem_minmax(0,1fr)_minmax(0,19rem)]">
      <time dateTime={at} className="font-mono text-xs/6 text-ink-2">
        {clockTime(at)}
      </time>
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="text-sm/6 font-medium wrap-anywhere">{sentence(entry, labels)}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{personName(actor)}</p>
      </div>
      {(address ?? browser) !== null && (
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm/6 text-ink-2 sm:col-start-2 lg:col-start-3 lg:grid lg:content-start">
          {address && <span className="font-mono text-xs/6 wrap-anywhere">{address}</span>}
          {browser && <span className="wrap-anywhere">{browser}</span>}
        </p>
      )}
    </li>
  );
}
