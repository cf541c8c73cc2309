import { useMutation, useQueryClient } from "@tanstack/react-query";
import { confirmDelete } from "#app/admin-kit/dialogs/confirm.tsx";
import { whoSaved } from "#app/admin-kit/dialogs/saved-by.ts";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { ContactSubmission, SubmissionStatus } from "#app/lib/data/database.types.ts";
import { useOptimistic } from "#app/lib/data/query-client.ts";
import type { Page } from "#app/lib/data/table-store.ts";
import { StaleError } from "#app/lib/errors/backend-error.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import * as queries from "./queries.ts";
import { STATUS_NAMES } from "./words.ts";

const words = MESSAGES.submissions;

/** A page of the list, or the one submission of the drawer. */
type Cached = Page<ContactSubmission> | ContactSubmission;

const patched = (data: Cached, id: string, changes: Partial<ContactSubmission>): Cached => {
  if ("rows" in data)
    return {
      ...data,
      rows: data.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)),
    };
  return data.id === id ? { ...data, ...changes } : data;
};

const without = (data: Cached, id: string): Cached => {
  if (!("rows" in data)) return data;
  const rows = data.rows.filter((row) => row.id !== id);
  return { rows, total: data.total - (data.rows.length - rows.length) };
};

/** The button that was pressed went with its row: the keyboard starts again at the screen's top. */
function keepKeyboard() {
  if (document.activeElement === document.body)
    document.getElementById("main")?.focus({ preventScroll: true });
}

interface StatusChange {
  row: ContactSubmission;
  status: SubmissionStatus;
}

/** What staff do with a submission, in the list and in the drawer alike. */
export function useSubmissionActions() {
  const client = useQueryClient();
  const queryKey = [queries.name];
  const refresh = () => client.invalidateQueries({ queryKey });

  const status = useOptimistic<Cached, StatusChange>({
    queryKey,
    scope: queries.name,
    mutationFn: ({ row, status: next }) => queries.setStatus(row, next),
    apply: (data, { row, status: next }) => patched(data, row.id, { status: next }),
    onSuccess: () => toast.success(words.statusUpdated),
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

  const remove = useOptimistic<Cached, ContactSubmission, ContactSubmission>({
    queryKey,
    mutationFn: queries.remove,
    apply: (data, { id }) => without(data, id),
    onSuccess: () => toast.success(words.deleted),
    onError: (cause) => toast.failure(words.deleteFailed, cause),
  });

  const spam = useMutation({
    mutationFn: ({ row, isSpam }: { row: ContactSubmission; isSpam: boolean }) =>
      queries.markSpam(row, isSpam),
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

  return {
    setStatus: (row: ContactSubmission, next: SubmissionStatus) =>
      status.mutate({ row, status: next }),
    remove: (row: ContactSubmission) =>
      confirmDelete({
        label: "Are you sure you want to delete this submission?",
        onConfirm: () => remove.mutate(row, { onSettled: keepKeyboard }),
      }),
    removing: remove.isPending,
    /** the id of the one that was deleted last */
    removed: remove.data?.id,
    markSpam: (row: ContactSubmission, isSpam: boolean) => markSpam({ row, isSpam }),
    resendMail: (row: ContactSubmission) => resendMail(row),
    /** a mail is on its way to the company */
    sending: due.isPending || send.isPending || spam.isPending,
  };
}

export type SubmissionActions = ReturnType<typeof useSubmissionActions>;
