import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { DayCards } from "#app/admin-kit/lists/day-cards.tsx";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { HistoryChange, HistorySelection } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { clean, listChanges, name, PAGE_SIZE } from "../queries.ts";
import { rowName, type Verb } from "../words.ts";
import { Change } from "./change.tsx";
import { ANY, HistoryFilters } from "./filters.tsx";

const LookDialog = onDemand(async () => (await import("./look-dialog.tsx")).LookDialog, {
  isNeeded: ({ what }) => what !== undefined,
});

/** Every change, by day. Filters are in the URL, and undo asks for a review first. */
export function HistoryScreen() {
  const [address, setAddress] = useUrlState(ANY);
  const [words, setWords] = useState<{ title: string; verb: Verb }>({ title: "", verb: "Undo" });
  const [looked, setLooked] = useState<HistorySelection>();
  const what: HistorySelection = Object.fromEntries(
    Object.entries(address).filter(([, value]) => value),
  );
  const query = useInfiniteQuery({
    queryKey: [name, "list", what],
    queryFn: ({ pageParam }) => listChanges(what, pageParam),
    initialPageParam: null as HistoryChange | null,
    getNextPageParam: (page) => (page.length === PAGE_SIZE ? page.at(-1) : undefined),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const newest = query.data?.pages[0]?.[0];
  useEffect(() => {
    clean().catch((cause) => console.error("Error cleaning the history:", cause));
  }, []);

  function lookAt(what: HistorySelection, title: string, verb: Verb = "Undo") {
    setWords({ title, verb });
    setLooked(what);
  }

  return (
    <>
      <PageHeader
        actions={
          address.since && (
            <Button
              onClick={() => lookAt(what, `Undo everything since ${formatTime(address.since)}?`)}
            >
              Undo everything since then…
            </Button>
          )
        }
      />
      <HistoryFilters
        rowName={
          address.row && newest && newest.row_id === address.row ? rowName(newest) : undefined
        }
        value={address}
        onChange={setAddress}
      />
      <ListStates
        query={query}
        explain={MESSAGES.history.load}
        loading={<SkeletonList count={5} label="Loading the history…" itemClassName="h-16" />}
        empty={({ pages }) =>
          pages[0]?.length === 0 ? (
            <EmptyState title={Object.keys(what).length ? "No matches" : "No changes yet"}>
              {Object.keys(what).length
                ? "Try another person, kind, page or date."
                : "Changes to the site will appear here."}
            </EmptyState>
          ) : undefined
        }
      >
        {({ pages }) => (
          <DayCards
            items={pages.flat()}
            at={(change) => change.changed_at}
            query={query}
            more="Show older changes"
          >
            {(change) => (
              <Change
                key={change.id}
                change={change}
                onLook={(title, verb) => lookAt({ change: change.change_id }, title, verb)}
              />
            )}
          </DayCards>
        )}
      </ListStates>
      <LookDialog what={looked} {...words} onClose={() => setLooked(undefined)} />
    </>
  );
}
