import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { whoSaved } from "#app/admin-kit/dialogs/saved-by.ts";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ContactSubmission, Lead, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { useOptimistic } from "#app/lib/data/query-client.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "../queries.ts";
import { counted, STATUS_NAMES } from "../words.ts";
import { type Cached, patched, without } from "./cached.ts";

const words = MESSAGES.submissions;

/** The button that was pressed went with its row: the keyboard starts again at the screen's top. */
function keepKeyboard() {
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}

/** Longer than a mail program takes to come to the front. */
const TO_FRONT_MS = 1_500;

/** Once a person is back from the mail program that was opened; soon, where none came to the front. */
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

interface StatusChange {
  row: Lead;
  status: SubmissionStatus;
}

interface Change {
  rows: readonly Lead[];
  changes: queries.Changes;
  /** what is told when it fails */
  failed: string;
}

/** What staff do with submissions, in the list and with an open one alike. */
export function useSubmissionActions() {
  const client = useQueryClient();
  const [answering, setAnswering] = useState<string>();
  const queryKey = [queries.name];
  const refresh = () => client.invalidateQueries({ queryKey });

  const status = useOptimistic<Cached, StatusChange, ContactSubmission>({
    queryKey,
    scope: queries.name,
    mutationFn: ({ row, status: next }) => queries.setStatus(row, next),
    apply: (data, { row, status: next }) => patched(data, [row], { status: next }),
    onSuccess: (row, { row: before }) =>
      toast.success(words.statusUpdated, {
        // Several may be on the screen, each with its own Undo.
        description: `${row.name}: ${STATUS_NAMES[row.status]}`,
        action: {
          label: "Undo",
          onClick: () => status.mutate({ row, status: before.status }),
        },
      }),
    onError: async (cause, change) => {
      if (!(cause instanceof StaleError)) return toast.failure(words.statusFailed, cause);
      // Both versions, and the person chooses.
      const current = cause.current as ContactSubmission;
      toast.error(words.statusFailed, {
        description: `${await whoSaved(current)} set it to ${STATUS_NAMES[current.status]} on ${formatTime(current.updated_at)}`,
        action: {
          label: `Set to ${STATUS_NAMES[change.status]}`,
          onClick: () => status.mutate({ row: current, status: change.status }),
        },
      });
    },
  });

  const change = useOptimistic<Cached, Change, Lead[]>({
    queryKey,
    scope: queries.name,
    mutationFn: ({ rows, changes }) => queries.changeAll(rows, changes),
    apply: (data, { rows, changes }) => patched(data, rows, changes),
    onSuccess: (changed) => toast.success(words.changed(counted(changed.length))),
    onError: (cause, { failed }) => toast.failure(failed, cause),
  });

  const restore = useOptimistic<Cached, readonly Lead[], Lead[]>({
    queryKey,
    mutationFn: queries.restore,
    apply: (data) => data,
    onSuccess: (back) => {
      remove.reset();
      toast.success(words.restored(counted(back.length)));
    },
    onError: (cause) => toast.failure(words.restoreFailed, cause),
  });

  const remove = useOptimistic<Cached, readonly Lead[], Lead[]>({
    queryKey,
    mutationFn: queries.remove,
    apply: without,
    onSuccess: (gone, asked) =>
      toast.success(
        asked.length === 1 ? words.deleted : words.deletedSeveral(counted(gone.length)),
        {
          action: { label: "Undo", onClick: () => restore.mutate(gone) },
        },
      ),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
  });

  const removeForGood = useOptimistic<Cached, readonly Lead[], Pick<Lead, "id">[]>({
    queryKey,
    mutationFn: queries.removeForGood,
    apply: without,
    onSuccess: (gone) => toast.success(words.deletedForGood(counted(gone.length))),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
  });

  const spam = useMutation({
    mutationFn: ({ row, isSpam }: { row: Lead; isSpam: boolean }) => queries.markSpam(row, isSpam),
    onSuccess: (stored, { isSpam }) => {
      toast.success(isSpam ? words.spam : words.notSpam);
      // The mail that was held back is due now; when it can't be sent the server tries again.
      if (!isSpam && stored.mail_status !== "sent") send.mutate(stored);
    },
    onError: (cause) => toast.failure(words.markFailed, cause),
    onSettled: refresh,
  });

  const due = useMutation({
    mutationFn: queries.makeMailDue,
    onSuccess: (_, row) => send.mutate(row),
    onError: (cause) => toast.failure(words.mailFailed, cause),
  });
  const send = useMutation({
    mutationFn: queries.sendMail,
    onSuccess: () => toast.success(words.mailSent),
    onError: () => toast.error(words.mailFailed, { description: words.mailLater }),
    onSettled: refresh,
  });
  const resendMail = useOneAtATime(due.mutateAsync);
  const markSpam = useOneAtATime(spam.mutateAsync);
  const setStatus = (row: Lead, next: SubmissionStatus) => status.mutate({ row, status: next });

  return {
    setStatus,
    setAll: (rows: readonly Lead[], changes: queries.Changes) =>
      change.mutate({
        rows,
        changes,
        failed: changes.status ? words.statusFailed : words.markFailed,
      }),
    /** A mail program took the answer over; whether it went out only the person knows. */
    answered: (row: Lead) => {
      setAnswering(row.id);
      if (row.status !== "new") return;
      onceBack(() =>
        toast.info(words.mailed, {
          action: { label: "Mark as Contacted", onClick: () => setStatus(row, "contacted") },
        }),
      );
    },
    /** the last one whose answer was begun here, for whoever else has it open */
    answering,
    remove: (rows: readonly Lead[]) =>
      confirmDelete({
        label:
          rows.length === 1
            ? "Are you sure you want to delete this submission?"
            : `Are you sure you want to delete these ${counted(rows.length)}?`,
        onConfirm: () => remove.mutate(rows, { onSettled: keepKeyboard }),
      }),
    removing: remove.isPending || removeForGood.isPending,
    restore: (rows: readonly Lead[]) => restore.mutate(rows, { onSettled: keepKeyboard }),
    removeForGood: (rows: readonly Lead[]) =>
      confirmDelete({
        by: "dialog",
        title: "Delete for good?",
        label: `${counted(rows.length)}, with notes and story. This action cannot be undone.`,
        onConfirm: () => removeForGood.mutate(rows, { onSettled: keepKeyboard }),
      }),
    /** whether this one was deleted here just now, in the list or in the trash: what shows it closes */
    isRemoved: (id: string, isTrash: boolean) =>
      ((isTrash ? removeForGood.data : remove.data) ?? []).some((row) => row.id === id),
    markSpam: (row: Lead, isSpam: boolean) => markSpam({ row, isSpam }),
    resendMail: (row: Lead) => resendMail(row),
    /** a mail is on its way to the company */
    sending: due.isPending || send.isPending || spam.isPending,
  };
}

export type SubmissionActions = ReturnType<typeof useSubmissionActions>;
