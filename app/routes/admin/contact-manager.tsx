import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useOpened } from "#app/admin-kit/dialogs/use-opened.ts";
import { useList } from "#app/admin-kit/lists/list-params.ts";
import { useSelection } from "#app/admin-kit/selection/use-selection.ts";
import { PageHeader } from "#app/admin-kit/shell/page-header.tsx";
import { useSession } from "#app/features/auth/session.tsx";
import { Arrived } from "#app/features/contact_submissions/admin/list/arrived.tsx";
import {
  IN_ADDRESS,
  NEW_ANSWER,
  SORTS,
} from "#app/features/contact_submissions/admin/list/filters.ts";
import { Leads } from "#app/features/contact_submissions/admin/list/leads.tsx";
import { Toolbar } from "#app/features/contact_submissions/admin/list/toolbar.tsx";
import * as submissions from "#app/features/contact_submissions/admin/queries.ts";
import { Reader } from "#app/features/contact_submissions/admin/reader/reader.tsx";
import { useLead } from "#app/features/contact_submissions/admin/reader/use-lead.ts";
import { useWalk } from "#app/features/contact_submissions/admin/reader/use-walk.ts";
import { useReplies } from "#app/features/contact_submissions/admin/reply/use-replies.ts";
import { ExportButton } from "#app/features/contact_submissions/admin/work/export-button.tsx";
import { useChoices } from "#app/features/contact_submissions/admin/work/use-choices.ts";
import {
  type LeadField,
  useInboxKeys,
} from "#app/features/contact_submissions/admin/work/use-keys.ts";
import {
  useFocusBack,
  useNewInTitle,
  useSplitView,
  useTrashEmptied,
} from "#app/features/contact_submissions/admin/work/use-screen.ts";
import { useSubmissionActions } from "#app/features/contact_submissions/admin/work/use-submission-actions.ts";
import { EraseDialog } from "#app/features/privacy/erase-on-demand.ts";
import { useOfficeWeek } from "#app/features/site_content/admin/office-week.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { dropDrafts } from "./inbox/drafts.ts";
import { useSender, WithSaved } from "./inbox/reply.tsx";

const TITLE = "Contact Submissions · Admin";

const OPEN = "open";

const KeysDialog = onDemand(
  async () =>
    (await import("#app/features/contact_submissions/admin/work/keys-dialog.tsx")).KeysDialog,
);

const OpenLead = onDemand(async () => (await import("./inbox/open-lead.tsx")).OpenLead);

const NOTHING_YET = { rows: [], total: 0 };

export default function ContactManager() {
  const list = useList(submissions, {
    pageSize: submissions.PAGE_SIZE,
    filters: IN_ADDRESS,
    sorts: SORTS,
  });
  const opened = useOpened(OPEN);
  const { user } = useSession();
  const actions = useSubmissionActions(user?.id);
  const choices = useChoices();
  const week = useOfficeWeek();
  const sender = useSender();
  const { company } = sender;
  const client = useQueryClient();
  const [keysOpen, setKeysOpen] = useState(false);
  const [erasing, setErasing] = useState<string>();
  const { narrowed, params } = list;
  const page = list.query.data;
  const { rows, total } = page ?? NOTHING_YET;
  const selection = useSelection({ params, rows, total, isTurning: list.query.isPlaceholderData });
  const splitView = useSplitView();
  const isSplit = splitView && opened.open;
  const openId = opened.open ? opened.id : "";
  const lead = useLead(opened.id, opened.open, page?.rows);
  const walk = useWalk({
    openId,
    open: lead.row,
    param: OPEN,
    rows: page?.rows,
    isTurning: list.query.isPlaceholderData,
    page: params.page,
    pages: Math.ceil(total / submissions.PAGE_SIZE),
  });
  const isTrash = list.filterValues.show === "trash";
  useNewInTitle(TITLE);
  useTrashEmptied(isTrash);
  useFocusBack(openId);
  const replies = useReplies(opened.openAt);
  const answer = (row: Lead) => {
    replies.answer(row);
    opened.openAt(row.id);
  };
  const { asked, setAsked, askField } = useAskedField(opened.openAt);
  const singleKeys = useInboxKeys({
    rows,
    target: walk.target,
    onGo: walk.go,
    onStatus: actions.setStatus,
    onSelect: ({ id }) => selection.toggle(id),
    onReply: answer,
    onField: askField,
    onSpam: (row) => actions.markSpam(row, !row.is_spam),
    onDelete: actions.deleteOne,
    onHelp: () => setKeysOpen(true),
  });

  return (
    <div data-wide>
      <PageHeader
        badge={
          page && (
            <Badge>
              {formatCount(page.total)} {narrowed ? "found" : "total"}
            </Badge>
          )
        }
        actions={
          <>
            <KeysButton onClick={() => setKeysOpen(true)} />
            <ExportButton query={params} disabled={total === 0} />
          </>
        }
      />
      <Arrived
        query={list.params}
        newest={isTrash ? undefined : page?.newest}
        isSplit={isSplit}
        onShow={() => list.sort?.onSort("")}
        onShowAnswers={() => list.setFilter("show", NEW_ANSWER)}
      />
      <Toolbar
        params={params}
        search={list.search}
        values={list.filterValues}
        onFilter={list.setFilter}
        sort={list.sort}
        choices={choices}
        held={page?.held ?? 0}
      />
      <div
        className={cx(
          isSplit &&
            "grid grid-cols-[minmax(17rem,24rem)_minmax(0,1fr)] items-start gap-5 2xl:grid-cols-[26rem_minmax(0,60rem)]",
        )}
      >
        <Leads
          {...{ list, week, company, choices, actions, selection, isTrash }}
          openId={isSplit ? opened.id : undefined}
          onReply={answer}
          onField={askField}
          linkTo={isSplit ? walk.linkTo : opened.linkTo}
        />
        <Reader
          open={opened.open}
          id={opened.id}
          lead={lead}
          removed={actions.isRemoved(opened.id, isTrash)}
          answering={
            actions.answering === opened.id || (lead.row !== undefined && replies.isOpen(lead.row))
          }
          splitView={splitView}
          walk={walk}
          onClose={opened.close}
        >
          {(row) => (
            <OpenLead
              {...{ row, week, company, actions, choices, replies }}
              linkTo={walk.linkTo}
              field={asked(row)}
              onField={setAsked}
              onErase={() => setErasing(row.email)}
              onReply={answer}
              reply={
                replies.isOpen(row) && (
                  <WithSaved key={replies.turn} {...{ row, replies, sender }} />
                )
              }
              userId={user?.id}
              param={OPEN}
              onNoted={() => client.invalidateQueries({ queryKey: [submissions.name] })}
            />
          )}
        </Reader>
      </div>
      <EraseDialog
        open={erasing !== undefined}
        address={erasing ?? ""}
        onClose={() => setErasing(undefined)}
        onErased={(messages) => {
          dropDrafts(messages);
          // Someone else's lead may be open.
          const now = new URLSearchParams(window.location.search).get(OPEN);
          if (now && messages.includes(now)) opened.close();
        }}
      />
      <KeysDialog open={keysOpen} {...singleKeys} onClose={() => setKeysOpen(false)} />
    </div>
  );
}

/** The field of a lead to focus, as a shortcut or the row's menu requested. */
function useAskedField(openAt: (id: string) => void) {
  const [field, setField] = useState<{ lead: string; field: LeadField }>();
  return {
    asked: ({ id }: Lead) => (field?.lead === id ? field.field : undefined),
    setAsked: setField,
    askField(row: Lead, next: LeadField) {
      setField({ lead: row.id, field: next });
      openAt(row.id);
    },
  };
}

/** Opens the list of keyboard shortcuts; hidden on a phone, which has no keys to press. */
const KeysButton = ({ onClick }: { onClick: () => void }) => (
  <Button look="ghost" aria-keyshortcuts="?" className="pointer-coarse:hidden" onClick={onClick}>
    <kbd aria-hidden className="rounded-sm border border-line-strong px-1.5 font-mono text-xs">
      ?
    </kbd>
    Shortcuts
  </Button>
);
