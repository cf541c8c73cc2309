import { useEffect, useRef } from "react";
import { Link, type LinkProps } from "react-router";
import type { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { Selection } from "#app/admin-kit/selection/use-selection.ts";
import type { Lead, LeadChoices, LeadPage } from "#app/lib/data/database.types.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatAge } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AnswerBadge, Flags, NewDot } from "../badges.tsx";
import { PAGE_SIZE } from "../queries.ts";
import { firstLine, shortState } from "../words.ts";
import { LeadsTable } from "./leads-table.tsx";
import type { RowActionsProps } from "./row-actions.tsx";

const LeadsBar = onDemand(async () => (await import("./leads-bar.tsx")).LeadsBar);

interface LeadsProps extends Omit<RowActionsProps, "row"> {
  list: ReturnType<typeof useList<Lead, LeadPage>>;
  /** the lead open next to the list; undefined: the list has the full width */
  openId: string | undefined;
  linkTo: (id: string) => LinkProps;
  week: Week;
  choices: LeadChoices;
  selection: Selection<Lead>;
  /** the leads are in the trash */
  isTrash: boolean;
}

/** One page of leads: a table, or a narrow list while one of them is open next to it. */
export function Leads({ list, openId, linkTo, week, isTrash, ...rest }: LeadsProps) {
  const { choices, actions, selection } = rest;
  const showAll = () => {
    list.showAll();
    // The button disappears.
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <ListStates
      query={list.query}
      explain={MESSAGES.submissions.load}
      loading={<SkeletonList count={6} label="Loading leads…" itemClassName="h-14" />}
      empty={({ total }) =>
        total > 0 ? undefined : (
          <EmptyState
            title={emptyTitle(list)}
            action={list.narrowed && <Button onClick={showAll}>Clear filters</Button>}
          />
        )
      }
    >
      {({ rows, total }) => (
        <>
          {openId !== undefined ? (
            <LeadsList {...{ rows, week, openId, linkTo }} />
          ) : (
            <>
              {selection.of(rows).length > 0 && (
                <LeadsBar
                  {...{ rows, total, choices, actions, selection, isTrash }}
                  query={list.params}
                />
              )}
              {rows.length > 0 && list.sort && (
                <LeadsTable {...{ rows, week, linkTo }} sort={list.sort} {...rest} />
              )}
            </>
          )}
          <Pagination
            page={list.params.page}
            pageSize={PAGE_SIZE}
            total={total}
            onPage={list.setPage}
          />
        </>
      )}
    </ListStates>
  );
}

function emptyTitle({ narrowed, params: { q, filters = {} } }: LeadsProps["list"]): string {
  if (!narrowed) return "No contact submissions yet";
  const others = Object.entries(filters).filter(([name, value]) => name !== "owner" && value);
  return filters.owner === "me" && others.length === 0 && !q.trim()
    ? "No leads assigned to you"
    : "No submissions match your filters";
}

interface LeadsListProps {
  rows: readonly Lead[];
  /** the lead open next to the list */
  openId: string;
  week: Week;
  /** opens another lead in its place */
  linkTo: (id: string) => LinkProps;
}

/** The table's rows as a narrow list, while one of them is open next to it. */
function LeadsList({ rows, openId, week, linkTo }: LeadsListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector(`[data-lead="${CSS.escape(openId)}"]`);
    item?.scrollIntoView({ block: "nearest" });
    // Focus follows the open lead in the list. Inside the message, focus stays there.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest("#main [data-lead]"))
      item?.querySelector<HTMLElement>("[data-open]")?.focus({ preventScroll: true });
  }, [openId]);
  const tabStop = rows.some(({ id }) => id === openId) ? openId : rows[0]?.id;
  return (
    <ul
      ref={list}
      aria-label="Contact submissions"
      className="rounded-lg border border-line bg-surface text-sm/4.5"
    >
      {rows.map((row) => (
        <li
          key={row.id}
          data-lead={row.id}
          className={cx(
            "relative grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-line px-3 py-2 first:rounded-t-lg last:rounded-b-lg last:border-b-0",
            row.id === openId
              ? "bg-brand-soft shadow-[inset_3px_0_0_var(--color-accent)] forced-colors:border-l-4 forced-colors:border-l-[Highlight]"
              : row.is_spam
                ? "bg-paper-2 hover:bg-paper-3"
                : "hover:bg-paper-2",
          )}
        >
          <p className="line-clamp-2 min-w-0 wrap-anywhere">
            <NewDot row={row} />
            <Link
              {...linkTo(row.id)}
              data-open
              tabIndex={row.id === tabStop ? undefined : -1}
              aria-current={row.id === openId || undefined}
              className="font-medium text-ink no-underline outline-none after:absolute after:inset-0 after:rounded-sm focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
            >
              {row.name}
            </Link>
          </p>
          <time
            dateTime={row.created_at}
            className="justify-self-end text-xs/4.5 whitespace-nowrap text-ink-2"
          >
            {formatAge(row.created_at)}
          </time>
          <p className="line-clamp-1 wrap-anywhere">
            {row.business_name ?? <Email address={row.email} />}
          </p>
          <span className="justify-self-end text-xs/4.5 text-ink-2">
            <AnswerBadge row={row} week={week} short />
            {row.status !== "new" && shortState(row)}
          </span>
          <p className="col-span-2 flex gap-1.5 text-ink-2">
            <Flags row={row} />
            <span className="line-clamp-1 min-w-0 wrap-anywhere">
              {firstLine(row) || "No message"}
            </span>
          </p>
        </li>
      ))}
    </ul>
  );
}
