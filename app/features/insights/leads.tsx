import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import type { LeadInsights } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { insightsCsv } from "./export.ts";
import { Choices, ExportButton, Figure, FigureCards, PERIOD_NAMES } from "./parts.tsx";
import { GROUPS, type Group, name, read } from "./queries.ts";
import { daysText, FIGURES, leadsBehind, NO_FIGURES, rowName } from "./words.ts";

const DEFAULTS = { period: "12-months", by: "source" };
const GROUP_NAMES = Object.keys(GROUPS) as Group[];

/** What became of leads in a period, by where they came from. */
export function LeadsTab() {
  const [chosen, choose] = useUrlState(DEFAULTS);
  const period = oneOf(PERIOD_NAMES, chosen.period);
  const by = oneOf(GROUP_NAMES, chosen.by);
  const query = useQuery({
    queryKey: [name, period, by],
    // The table's heading must be that of its rows, also while other ones load.
    queryFn: async () => ({ ...(await read(period, by)), by }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = query;
  return (
    <>
      <Choices
        period={period}
        onPeriod={(next) => choose({ period: next })}
        groups={GROUPS}
        by={by}
        onBy={(next) => choose({ by: next })}
      >
        <ExportButton
          file={data?.rows.length ? () => insightsCsv(data.by, data.rows) : undefined}
          name={`insights-${data?.by}-${data?.until}`}
        />
      </Choices>
      <ListStates
        query={query}
        explain={MESSAGES.dashboard.load}
        loading={<SkeletonList count={3} label="Loading…" itemClassName="h-28" />}
        empty={({ total, before }) =>
          total.leads === 0 && !before?.leads ? (
            <EmptyState title="No leads in this period">
              Leads from the contact form are counted here.
            </EmptyState>
          ) : undefined
        }
      >
        {(insights) => (
          <>
            <Totals insights={insights} />
            <Table
              caption={`Leads by ${GROUPS[insights.by].toLowerCase()}`}
              columns={columnsOf(insights)}
              rows={insights.rows.map((row) => ({ ...row, id: row.key ?? "other leads" }))}
            />
            <p className="max-w-prose text-sm text-ink-2">
              Held spam and the trash don't count. Erased leads still count, without personal data,
              but they aren't in the inbox or the medians.
            </p>
          </>
        )}
      </ListStates>
    </>
  );
}

/** `won` and `leads` can be listed; other figures have no list. */
const showOf = (key: string) => ({ leads: "" as const, won: "won" as const })[key];

function Totals({ insights }: { insights: LeadInsights }) {
  const { total, before, since } = insights;
  return (
    <section aria-label="Totals" className="grid gap-2">
      <p className="text-sm text-ink-2">
        {daysText(insights)}
        {since && ", compared with the previous period"}
      </p>
      <FigureCards
        figures={FIGURES.map(({ key, label, text }) => {
          const show = showOf(key);
          return {
            label,
            text: text(total),
            to: show === undefined ? undefined : leadsBehind(insights, undefined, show),
            ...(since && { before: text(before ?? NO_FIGURES) }),
          };
        })}
      />
      {total.won + total.lost === 0 && (
        <p className="text-sm">No outcomes yet. Mark a lead as won or lost in the inbox.</p>
      )}
    </section>
  );
}

type Row = LeadInsights["rows"][number] & { id: string };

function columnsOf(insights: LeadInsights & { by: Group }): Column<Row>[] {
  const { by } = insights;
  return [
    {
      key: "key",
      header: GROUPS[by],
      cell: ({ key }) => <span className="font-medium">{rowName(by, key)}</span>,
    },
    ...FIGURES.map(({ key, label, text }) => ({
      key,
      header: label.replace("Median time", "Time"),
      className: "tabular-nums",
      cell: (row: Row) => {
        const show = showOf(key);
        const to =
          show === undefined ? undefined : leadsBehind(insights, { by, key: row.key }, show);
        return <Figure to={to}>{text(row)}</Figure>;
      },
    })),
  ];
}
