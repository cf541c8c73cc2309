import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import type { VisitInsights } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatCount, formatDay } from "#app/lib/text/formats.ts";
import { BarChart } from "#app/ui/display/bar-chart.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { visitsCsv } from "./export.ts";
import { Choices, ExportButton, Figure, FigureCards, PERIOD_NAMES } from "./parts.tsx";
import { daysOf, readVisits, VISIT_GROUPS, type VisitGroup } from "./queries.ts";
import { Funnel, Vitals } from "./visitor-parts.tsx";
import {
  beforeText,
  isCompared,
  recordedDays,
  VISIT_FIGURES,
  type VisitTable,
  visitDaysText,
  visitTable,
} from "./visitor-words.ts";
import { leadsBehind } from "./words.ts";

const DEFAULTS = { period: "12-months", by: "source" };
const GROUP_NAMES = Object.keys(VISIT_GROUPS) as VisitGroup[];

/** The website's visitors in a period: how many, from where, how far they came, how fast pages were. */
export function VisitorsTab() {
  const [chosen, choose] = useUrlState(DEFAULTS);
  const period = oneOf(PERIOD_NAMES, chosen.period);
  const by = oneOf(GROUP_NAMES, chosen.by);
  const days = daysOf(period);
  const query = useQuery({
    queryKey: ["visit_insights", days],
    queryFn: () => readVisits(days),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = query;
  const table = data && isRecorded(data) ? visitTable(data, by) : undefined;
  return (
    <>
      <Choices
        period={period}
        onPeriod={(next) => choose({ period: next })}
        groups={VISIT_GROUPS}
        by={by}
        onBy={(next) => choose({ by: next })}
      >
        <ExportButton
          file={table?.rows.length ? () => visitsCsv(table) : undefined}
          name={`visits-${by}-${data?.until}`}
        />
      </Choices>
      <ListStates
        query={query}
        explain={MESSAGES.dashboard.load}
        loading={<SkeletonList count={3} label="Loading…" itemClassName="h-28" />}
        empty={(insights) => (isRecorded(insights) ? undefined : <NotRecorded {...insights} />)}
      >
        {(insights) => (
          <>
            <Totals insights={insights} />
            <Chart insights={insights} />
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
              <Funnel totals={insights.now} />
              <Vitals vitals={insights.vitals} until={insights.until} />
            </div>
            {table && <Rows table={table} />}
            <p className="max-w-prose text-sm text-ink-2">
              Visits are counted per day, without cookies. Someone who returns the next day counts
              as a new visit. Staff, bots and visitors who ask not to be tracked don't count. So
              there can be more leads than forms sent.
            </p>
            <p className="text-sm">
              <Link to="/admin/account">Get these stats by email every Monday</Link>
            </p>
          </>
        )}
      </ListStates>
    </>
  );
}

const isRecorded = ({ recorded_from, until }: VisitInsights) =>
  recorded_from !== null && recorded_from <= until;

const NotRecorded = ({ recorded_from }: VisitInsights) =>
  recorded_from ? (
    <EmptyState title="No data for this period">
      Visits have been recorded since {formatDay(recorded_from)}. Choose a later period.
    </EmptyState>
  ) : (
    <EmptyState title="No visits recorded yet">
      The website counts its visits without cookies. Stats appear here after the first visit.
    </EmptyState>
  );

function Totals({ insights }: { insights: VisitInsights }) {
  const { now, before, from: since, until } = insights;
  const compared = isCompared(insights);
  return (
    <section aria-label="Totals" className="grid gap-2">
      <p className="text-sm text-ink-2">{visitDaysText(insights)}</p>
      <FigureCards
        figures={VISIT_FIGURES.map(([key, label]) => ({
          label,
          text: formatCount(now[key]),
          to: key === "sent" ? leadsBehind({ since, until }, undefined, "") : undefined,
          ...(compared && { before: beforeText(now[key], before[key]) }),
        }))}
      />
    </section>
  );
}

function Chart({ insights }: { insights: VisitInsights }) {
  const { header, days } = recordedDays(insights);
  return (
    <BarChart
      title={`Visits per ${header.toLowerCase()}`}
      what="in this period"
      none="No visits in this period."
      columns={[header, "Visits"]}
      bars={days.map(({ name, visits }) => [name, visits])}
    />
  );
}

type Row = VisitTable["rows"][number];

function Rows({ table: { columns, rows } }: { table: VisitTable }) {
  return (
    <Table
      caption={`Visits by ${(columns[0] ?? "").toLowerCase()}`}
      columns={columns.map(
        (header, place): Column<Row> => ({
          key: header,
          header,
          ...(place > 0 && { className: "tabular-nums" }),
          cell: ({ name, cells }) => {
            const cell = cells[place - 1];
            return cell ? (
              <Figure to={cell.to}>{cell.text}</Figure>
            ) : (
              <span className="font-medium">{name}</span>
            );
          },
        }),
      )}
      rows={rows}
    />
  );
}
