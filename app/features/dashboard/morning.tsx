import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { Link } from "react-router";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { Dashboard, LeadFigures } from "#app/lib/data/database.types.ts";
import { answerTime } from "#app/lib/domain/answer-time.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { dispatchTrouble } from "#app/lib/domain/dispatch/clock.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { formatAge, formatCount, formatShortDay } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { BarChart } from "#app/ui/display/bar-chart.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { ArrivalCards } from "./arrivals.tsx";
import { Attention } from "./attention.tsx";
import { LINKS } from "./links.ts";
import { PlatformChart } from "./platform-chart.tsx";
import { hasLeads } from "./queries.ts";

interface WaitingProps {
  /** the screen waits for it */
  figures: UseQueryResult<Dashboard>;
  /** the office's hours, for the promised answer time */
  week: Week;
  /** whether the person may use the screen at an address */
  mayOpen: (to: string) => boolean;
}

/** What needs someone's attention: leads first, then the rest. */
export function Waiting({ figures, week, mayOpen }: WaitingProps) {
  const dispatch = useDispatchTrouble();
  return (
    <section aria-label="Waiting for you">
      <ListStates
        query={figures}
        explain={MESSAGES.dashboard.load}
        loading={
          <div role="status">
            <span className="sr-only">Loading stats…</span>
            <Skeleton className="h-40" />
          </div>
        }
      >
        {(data) => (
          <div
            className={cx(
              "grid grid-cols-[minmax(0,1fr)] gap-4",
              hasLeads(data) && "lg:grid-cols-[17rem_minmax(0,1fr)]",
            )}
          >
            {hasLeads(data) && <Leads figures={data} week={week} />}
            <Attention figures={data} dispatch={dispatch} mayOpen={mayOpen} />
          </div>
        )}
      </ListStates>
    </section>
  );
}

/** Looks through a year, which takes some ms: not each time the screen renders. */
function useDispatchTrouble() {
  const { dispatch_cutoff, dispatch_days, dispatch_holidays, dispatch_pickup, time_zone } =
    useSettings();
  return useMemo(
    () =>
      dispatchTrouble(
        { dispatch_cutoff, dispatch_days, dispatch_holidays, dispatch_pickup, time_zone },
        new Date(),
      ),
    [dispatch_cutoff, dispatch_days, dispatch_holidays, dispatch_pickup, time_zone],
  );
}

/** The last 30 days; nothing until the figures load, and for people who don't handle leads. */
export const Figures = ({ figures: { data } }: Pick<WaitingProps, "figures">) =>
  data &&
  hasLeads(data) && (
    <section aria-label="Stats" className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      <BarChart
        title="Leads per day"
        what="in the last 30 days"
        none="No leads in the last 30 days."
        columns={["Day", "Leads"]}
        bars={data.per_day.map(({ day, count }) => [formatShortDay(day), count])}
      />
      <PlatformChart platforms={data.by_platform} total={data.total} />
      <ArrivalCards {...data} />
    </section>
  );

function Leads({ figures, week }: { figures: LeadFigures; week: Week }) {
  const { by_status, oldest_unanswered: oldest, total } = figures;
  const answer = oldest && answerTime(week, oldest.created_at);
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)]">
      <Figure to={LINKS.unanswered} name="New leads" value={formatCount(by_status.new)}>
        {formatCount(total)} total, {formatCount(by_status.contacted)} contacted,{" "}
        {formatCount(by_status.responded)} responded, {formatCount(by_status.closed)} closed
      </Figure>
      {oldest ? (
        <Figure
          to={LINKS.oldest(oldest.id)}
          name="Oldest unanswered"
          value={formatAge(oldest.created_at)}
        >
          <span className="line-clamp-2">From {oldest.name}</span>
          {answer && (
            <Badge tone={answer.tone} className="mt-1 !whitespace-normal">
              Reply {answer.words}
            </Badge>
          )}
        </Figure>
      ) : (
        <Figure to={LINKS.submissions} name="Oldest unanswered" value="None">
          No unanswered leads.
        </Figure>
      )}
    </ul>
  );
}

interface FigureProps {
  to: string;
  name: string;
  value: string;
  children: ReactNode;
}

const Figure = ({ to, name, value, children }: FigureProps) => (
  <li className="grid grid-cols-[minmax(0,1fr)]">
    <Link
      to={to}
      className="grid content-start rounded-lg border border-line bg-surface px-5 py-3 no-underline transition-colors hover:border-accent"
    >
      <span className="text-sm font-medium text-ink-2">{name}</span>
      <span className="font-display text-xl/8 font-semibold text-ink first-letter:uppercase">
        {value}
      </span>
      <span className="text-sm text-ink-2 wrap-anywhere">{children}</span>
    </Link>
  </li>
);
