import { useState } from "react";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { type Filter, ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Pagination } from "#app/ui/display/pagination.tsx";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import * as mails from "../queries.ts";
import { MailItem } from "./mail-item.tsx";
import { MailboxLine } from "./mailbox-line.tsx";
import { useMailActions } from "./use-mail-actions.ts";

const FILTERS: readonly Filter[] = [
  {
    name: "show",
    label: "Show",
    choices: [
      { value: "", label: "Unmatched" },
      { value: mails.DISMISSED, label: "Dismissed" },
    ],
  },
];

const AttachDialog = onDemand(async () => (await import("./attach-dialog.tsx")).AttachDialog);

/** Emails that match no lead. What is shown, the page and the open email are in the URL. */
export function UnmatchedScreen() {
  const list = useList(mails, { pageSize: mails.PAGE_SIZE, filters: FILTERS });
  const opened = useOpened("open");
  const actions = useMailActions();
  const [attaching, setAttaching] = useState<mails.ListedMail>();
  const [asking, setAsking] = useState(false);
  const isDismissed = list.filterValues.show === mails.DISMISSED;
  const total = list.query.data?.total ?? 0;
  return (
    <>
      <PageHeader badge={total > 0 && <Badge>{formatCount(total)} total</Badge>} />
      <MailboxLine />
      <ListToolbar filters={FILTERS} filterValues={list.filterValues} onFilter={list.setFilter} />
      <ListStates
        query={list.query}
        explain={INBOUND_MESSAGES.load}
        loading={<SkeletonList count={5} label="Loading emails…" itemClassName="h-16" />}
        empty={(page) =>
          page.total > 0 ? undefined : isDismissed ? (
            <EmptyState title="No dismissed emails">
              Emails that you dismiss stay here for 30 days, in case you need them back.
            </EmptyState>
          ) : (
            <EmptyState title="No unmatched emails">
              Emails that don't match a lead appear here. You can attach them to a lead, create a
              lead, or dismiss them.
            </EmptyState>
          )
        }
      >
        {({ rows }) => (
          <>
            <ul
              aria-label={isDismissed ? "Dismissed emails" : "Unmatched emails"}
              className="divide-y divide-line rounded-lg border border-line bg-surface"
            >
              {rows.map((mail) => (
                <MailItem
                  key={mail.id}
                  mail={mail}
                  open={opened.open && opened.id === mail.id}
                  actions={actions}
                  onToggle={() =>
                    opened.open && opened.id === mail.id ? opened.close() : opened.openAt(mail.id)
                  }
                  onAttach={() => {
                    setAttaching(mail);
                    setAsking(true);
                  }}
                />
              ))}
            </ul>
            <Pagination
              page={list.params.page}
              pageSize={mails.PAGE_SIZE}
              total={total}
              onPage={list.setPage}
            />
          </>
        )}
      </ListStates>
      <AttachDialog
        open={asking}
        mail={attaching}
        attaching={actions.attaching}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
