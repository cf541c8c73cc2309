import type { LinkProps } from "react-router";
import type { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { Selection } from "#app/admin-kit/selection/use-selection.ts";
import type { Lead, LeadChoices, LeadPage } from "#app/lib/data/database.types.ts";
import type { Week } from "#app/lib/domain/business-hours.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { PAGE_SIZE } from "../queries.ts";
import type { LeadsBarProps } from "./leads-bar.tsx";
import { LeadsList } from "./leads-list.tsx";
import { LeadsTable } from "./leads-table.tsx";
import type { RowActionsProps } from "./row-actions.tsx";

const LeadsBar = onDemand<LeadsBarProps>(
  async () => (await import("./leads-bar.tsx")).LeadsBar,
  () => true,
);

interface LeadsProps extends Omit<RowActionsProps, "row"> {
  list: ReturnType<typeof useList<Lead, LeadPage>>;
  /** the one that is open beside them; undefined: they have the screen to themselves */
  openId: string | undefined;
  linkTo: (id: string) => LinkProps;
  week: Week;
  choices: LeadChoices;
  selection: Selection<Lead>;
  /** these lie in the trash */
  isTrash: boolean;
}

/** One page of leads: as a table, or narrow while one of them is open beside them. */
export function Leads({ list, openId, linkTo, week, isTrash, ...rest }: LeadsProps) {
  const { choices, actions, selection } = rest;
  return (
    <ListStates
      query={list.query}
      explain={MESSAGES.submissions.load}
      loading={<SkeletonList count={6} label="Loading leads…" itemClassName="h-14" />}
      empty={({ total }) =>
        total > 0 ? undefined : (
          <EmptyState
            title={
              list.narrowed ? "No submissions match your filters" : "No contact submissions yet"
            }
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
                  wanted={list.params}
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
