import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import { notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import type {
  ContactSubmission,
  Lead,
  LeadOutcome,
  SubmissionStatus,
} from "#app/lib/data/database.types.ts";
import { useOptimistic } from "#app/lib/data/query-client.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "../queries.ts";
import { counted, stateName } from "../words.ts";
import { type Cached, patched, without } from "./cached.ts";
import { type Change, statusText, toastDetails, toastText } from "./change-words.ts";
import { useChoices } from "./use-choices.ts";
import { whoChanged } from "./who-changed.ts";

const words = MESSAGES.submissions;

/** The pressed button is gone with its row, so focus moves to the open lead or the main area. */
const keepKeyboard = () =>
  keepFocus(
    document.querySelector<HTMLElement>("[data-message-title]") ?? document.getElementById("main"),
    { preventScroll: true },
  );

/** Longer than an email program takes to come to the front. */
const TO_FRONT_MS = 1_500;

/** Calls `ask` when the person returns from the email program, or soon if none opened. */
function onceBack(ask: () => void) {
  const away = new AbortController();
  const timer = setTimeout(() => {
    away.abort();
    ask();
  }, TO_FRONT_MS);
  const { signal } = away;
  window.addEventListener(
    "blur",
    () => {
      clearTimeout(timer);
      window.addEventListener("focus", ask, { once: true });
    },
    { once: true, signal },
  );
}

type StateChange = { row: Lead; state: queries.LeadState };

/** The optimistic fields of a change: marking as spam sets a reason, unmarking clears it. */
const looksOf = ({ is_spam, ...rest }: queries.Changes): Partial<Lead> =>
  is_spam === undefined
    ? rest
    : { is_spam, spam_reason: is_spam ? ("marked by staff" as const) : null };

/** Actions on leads, shared by the list and the open lead. @param userId the signed-in person */
export function useSubmissionActions(userId: string | undefined) {
  const client = useQueryClient();
  const choices = useChoices();
  const [answering, setAnswering] = useState<string>();
  const queryKey = [queries.name];
  const refresh = () => client.invalidateQueries({ queryKey });

  const status = useOptimistic<Cached, StateChange, ContactSubmission>({
    queryKey,
    scope: queries.name,
    mutationFn: ({ row, state }) => queries.setState(row, state),
    apply: (data, { row, state }) =>
      patched(data, [row], state.status === "closed" ? state : { ...state, ...queries.NO_OUTCOME }),
    onSuccess: (row, { row: before }) =>
      toast.success(words.statusUpdated, {
        // Several toasts may be visible, each with its own Undo.
        description: statusText(
          row,
          before,
          client.getQueryData([queries.name, "same person", row.id]),
        ),
        action: {
          label: "Undo",
          onClick: () => setState(row, queries.stateOf(before)),
        },
      }),
    onError: async (cause, change) => {
      if (!(cause instanceof StaleError)) return toast.failure(words.statusFailed, cause);
      // Show both versions and let the person choose.
      const current = cause.current as ContactSubmission;
      toast.error(words.statusFailed, {
        description: `${await whoChanged(current.id, userId)} changed it to ${stateName(current)} on ${formatTime(current.updated_at)}`,
        action: {
          label: `Set to ${stateName(change.state)}`,
          onClick: () => setState(current, change.state),
        },
      });
    },
  });

  const undo = useOptimistic<Cached, queries.Changed, number>({
    queryKey,
    scope: queries.name,
    mutationFn: queries.changeBack,
    apply: (data) => data,
    onSuccess: (back, changed) => {
      if (changed.changes.deleted_at) remove.reset();
      const unchanged = changed.undo.length - back;
      const message = changed.changes.deleted_at ? words.restored : words.undone;
      toast.success(message(counted(back)), {
        description: unchanged > 0 ? words.changedSince(counted(unchanged)) : undefined,
      });
    },
    onError: (cause) => toast.failure(words.undoFailed, cause),
  });
  const notifyChanged = (changed: queries.Changed, asked: Change) =>
    toast.success(toastText(asked, changed.undo.length), {
      description: toastDetails(asked, choices),
      action:
        changed.undo.length > 0
          ? { label: "Undo", onClick: () => undo.mutate(changed) }
          : undefined,
    });

  const change = useOptimistic<Cached, Change, queries.Changed>({
    queryKey,
    scope: queries.name,
    mutationFn: ({ chosen, changes }) => queries.change(chosen, changes),
    apply: (data, { chosen, changes }) => patched(data, chosen.rows, looksOf(changes)),
    onSuccess: (changed, asked) => {
      notifyChanged(changed, asked);
      const { rows, all } = asked.chosen;
      // The email that was held back is due now, or once restored. If it can't be sent, the server retries.
      if (asked.changes.is_spam === false && !all)
        for (const row of rows) if (row.mail_status !== "sent" && !row.deleted_at) send.mutate(row);
    },
    onError: (cause, { changes }) =>
      toast.failure(changes.status ? words.statusFailed : words.markFailed, cause),
  });

  const restore = useOptimistic<Cached, readonly Lead[], queries.Changed>({
    queryKey,
    mutationFn: queries.restore,
    apply: (data) => data,
    onSuccess: (back) => {
      remove.reset();
      toast.success(words.restored(counted(back.undo.length)));
    },
    onError: (cause) => toast.failure(words.restoreFailed, cause),
  });

  const remove = useOptimistic<Cached, queries.Chosen, queries.Changed>({
    queryKey,
    mutationFn: queries.remove,
    apply: (data, { rows }) => without(data, rows),
    onSuccess: (gone, chosen) => notifyChanged(gone, { chosen, changes: gone.changes }),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
  });

  const deletePermanently = useOptimistic<Cached, readonly Lead[], Pick<Lead, "id">[]>({
    queryKey,
    mutationFn: queries.deletePermanently,
    apply: without,
    onSuccess: (gone) => toast.success(words.permanentlyDeleted(counted(gone.length))),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
  });

  const due = useMutation({
    mutationFn: queries.makeMailDue,
    onSuccess: (_, row) => send.mutate(row),
    onError: (cause) => toast.failure(words.mailFailed, cause),
  });
  const send = useMutation({
    mutationFn: queries.sendMail,
    onSuccess: () => notifySent(words.mailSent, "the team notification"),
    onError: () => toast.error(words.mailFailed, { description: words.mailLater }),
    onSettled: refresh,
  });
  const resendMail = useOneAtATime(due.mutateAsync);
  const setState = (row: Lead, state: queries.LeadState) => status.mutate({ row, state });
  const setStatus = (row: Lead, next: SubmissionStatus) => setState(row, { status: next });

  const moveToTrash = (chosen: queries.Chosen) => {
    const total = chosen.all?.total ?? chosen.rows.length;
    confirmDelete({
      label:
        total === 1
          ? "Are you sure you want to delete this submission?"
          : `Are you sure you want to delete these ${counted(total)}?`,
      onConfirm: () => remove.mutate(chosen, { onSettled: keepKeyboard }),
    });
  };
  const emptyTrash = (rows: readonly Lead[]) =>
    confirmDelete({
      by: "dialog",
      title: "Delete permanently?",
      label: `${counted(rows.length)} will be permanently deleted, with notes and activity. This action cannot be undone.`,
      onConfirm: () => deletePermanently.mutate(rows, { onSettled: keepKeyboard }),
    });

  return {
    setStatus,
    /** closes the lead and sets or removes its outcome */
    setOutcome: (row: Lead, outcome: LeadOutcome) =>
      setState(row, { status: "closed", ...outcome }),
    /** changes one field of these, with Undo */
    change: (chosen: queries.Chosen, changes: queries.Changes) =>
      change.mutate({ chosen, changes }),
    /** An email program took over the reply. Only the person knows whether it was sent. */
    answered: (row: Lead) => {
      setAnswering(row.id);
      if (row.status !== "new") return;
      onceBack(() =>
        toast.info(words.mailed, {
          action: { label: "Mark as Contacted", onClick: () => setStatus(row, "contacted") },
        }),
      );
    },
    /** the id of the lead whose email reply was last started here, for presence */
    answering,
    remove: moveToTrash,
    removing: remove.isPending || deletePermanently.isPending,
    restore: (rows: readonly Lead[]) => restore.mutate(rows, { onSettled: keepKeyboard }),
    deletePermanently: emptyTrash,
    /** moves to the trash, or deletes permanently from it */
    deleteOne: (row: Lead) => (row.deleted_at ? emptyTrash([row]) : moveToTrash({ rows: [row] })),
    /** whether it was just deleted here; in the trash, permanently */
    isRemoved: (id: string, isTrash: boolean) =>
      ((isTrash ? deletePermanently.data : remove.data?.undo) ?? []).some((row) => row.id === id),
    markSpam: (row: Lead, isSpam: boolean) =>
      change.mutate({ chosen: { rows: [row] }, changes: { is_spam: isSpam } }),
    resendMail: (row: Lead) => resendMail(row),
    /** a team email is being sent */
    sending: due.isPending || send.isPending,
  };
}

export type SubmissionActions = ReturnType<typeof useSubmissionActions>;
