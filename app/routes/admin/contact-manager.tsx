import { useQuery } from "@tanstack/react-query";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { useSession } from "#app/features/auth/session.tsx";
import { Detail } from "#app/features/contact_submissions/admin/detail.tsx";
import { DetailDrawer } from "#app/features/contact_submissions/admin/detail-drawer.tsx";
import { ExportButton } from "#app/features/contact_submissions/admin/export-button.tsx";
import * as submissions from "#app/features/contact_submissions/admin/queries.ts";
import { SubmissionsTable } from "#app/features/contact_submissions/admin/submissions-table.tsx";
import { useSubmissionActions } from "#app/features/contact_submissions/admin/use-submission-actions.ts";
import { FILTERS, SORTS } from "#app/features/contact_submissions/admin/words.ts";
import { useOfficeWeek } from "#app/features/site_content/admin/office-week.ts";
import { listSettings } from "#app/features/site_settings/queries.ts";
import { Notes } from "#app/features/submission_notes/admin/notes.tsx";
import { supabase } from "#app/lib/data/supabase.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import type { Route } from "./+types/contact-manager";
import { headOf } from "./navigation.ts";

export const meta: Route.MetaFunction = () => [
  { title: "Contact Submissions · Admin" },
  { name: "robots", content: "noindex" },
];

const OPEN = "open";

export default function ContactManager() {
  const list = useList(submissions, {
    pageSize: submissions.PAGE_SIZE,
    filters: FILTERS,
    sorts: SORTS,
  });
  const opened = useOpened(OPEN);
  const actions = useSubmissionActions();
  const week = useOfficeWeek();
  const company = useCompanyName();
  const { user } = useSession();
  const page = list.query.data;
  const { narrowed, params } = list;

  return (
    <>
      <PageHeader
        {...headOf("/admin/contact-manager")}
        badge={
          page && (
            <Badge>
              {formatCount(page.total)} {narrowed ? "found" : "total"}
            </Badge>
          )
        }
        actions={<ExportButton wanted={params} disabled={!page?.total} />}
      />
      <ListToolbar
        search={{ label: "Search by name, email or business", ...list.search }}
        filters={FILTERS}
        filterValues={list.filterValues}
        onFilter={list.setFilter}
        sort={list.sort}
      />
      <ListStates
        query={list.query}
        explain={MESSAGES.submissions.load}
        loading={<SkeletonList count={6} label="Loading submissions…" itemClassName="h-20" />}
        empty={({ total }) =>
          total > 0 ? undefined : (
            <EmptyState
              title={narrowed ? "No submissions match your filters" : "No contact submissions yet"}
            />
          )
        }
      >
        {({ rows, total }) => (
          <>
            {rows.length > 0 && (
              <SubmissionsTable {...{ rows, week, company, actions }} linkTo={opened.linkTo} />
            )}
            <Pagination
              page={params.page}
              pageSize={submissions.PAGE_SIZE}
              total={total}
              onPage={list.setPage}
            />
          </>
        )}
      </ListStates>
      <DetailDrawer
        open={opened.open}
        id={opened.id}
        rows={page?.rows}
        removed={actions.removed === opened.id}
        onClose={opened.close}
      >
        {(row) => (
          <Detail
            {...{ row, week, company, actions }}
            notes={<Notes submissionId={row.id} userId={user?.id} param={OPEN} />}
          />
        )}
      </DetailDrawer>
    </>
  );
}

/** Signs the mail drafts; they go without while it is unknown. */
function useCompanyName(): string | undefined {
  const { data } = useQuery({
    queryKey: ["site_settings", "public"],
    queryFn: () => listSettings(supabase()),
  });
  return data?.find(({ setting_key }) => setting_key === "company_name")?.setting_value;
}
