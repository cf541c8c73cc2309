import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { oneOf, useUrlState } from "#app/admin-kit/lists/url-state.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import type { ScreenHead } from "#app/admin-kit/shell/screen-skeleton.tsx";
import type { LeadInsights } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { type Column, Table } from "#app/ui/display/table.tsx";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { insightsCsv } from "./export.ts";
import { GROUPS, type Group, name, PERIODS, type Period, read } from "./queries.ts";
import { daysText, FIGURES, leadsBehind, NO_FIGURES, rowName } from "./words.ts";

const DEFAULTS = { period: "12-months", by: "source" };
const PERIOD_NAMES = Object.keys(PERIODS) as Period[];
const GROUP_NAMES = Object.keys(GROUPS) as Group[];
const PERIOD_CHOICES = PERIOD_NAMES.map((value) => ({ value, label: PERIODS[value].label }));
const GROUP_CHOICES = GROUP_NAMES.map((value) => ({ value, label: GROUPS[value] }));

/** What became of leads in a period, by where they came from. The choices are in the URL. */
export function InsightsScreen({ head }: { head: ScreenHead }) {
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
      <PageHeader
        {...head}
        actions={
          <Button
            disabled={!data || data.rows.length === 0}
            onClick={() =>
              data &&
              download(insightsCsv(data.by, data.rows), `insights-${data.by}-${data.until}.csv`)
            }
          >
            <Download aria-hidden className="size-4" />
            Export CSV
          </Button>
        }
      />
      <search className="mb-4 grid grid-cols-2 gap-3 sm:max-w-md">
        <Field label="Period">
          <NativeSelect
            choices={PERIOD_CHOICES}
            value={period}
            onValueChange={(next) => choose({ period: next })}
          />
        </Field>
        <Field label="By">
          <NativeSelect
            choices={GROUP_CHOICES}
            value={by}
            onValueChange={(next) => choose({ by: next })}
          />
        </Field>
      </search>
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
              Held spam and the trash don't count. Leads that were erased still count, without
              anything about the person. They aren't in the inbox or in the medians.
            </p>
          </>
        )}
      </ListStates>
    </>
  );
}

/** A figure, as a link to its leads where the inbox can list them and there are any. */
const Figure = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to && children !== "0" ? <Link to={to}>{children}</Link> : children;

/** `won` and `leads` can be listed; other figures have no list. */
const showOf = (key: string) => ({ leads: "" as const, won: "won" as const })[key];

function Totals({ insights }: { insights: LeadInsights }) {
  const { total, before, since } = insights;
  return (
    <section aria-label="Totals" className="grid gap-2">
      <p className="text-sm text-ink-2">
        {daysText(insights)}
        {since && ", compared with the same number of months before"}
      </p>
      <dl className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-3">
        {FIGURES.map(({ key, label, text }) => {
          const show = showOf(key);
          return (
            <div key={key} className="rounded-lg border border-line bg-surface px-4 py-3">
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="font-display text-xl/8 font-semibold wrap-anywhere tabular-nums">
                <Figure
                  to={show === undefined ? undefined : leadsBehind(insights, undefined, show)}
                >
                  {text(total)}
                </Figure>
              </dd>
              {since && (
                <dd className="text-xs text-ink-2">Before: {text(before ?? NO_FIGURES)}</dd>
              )}
            </div>
          );
        })}
      </dl>
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
