import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useContext } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { navigation } from "#app/content/names.ts";
import type { SetComment } from "#app/lib/data/database.types.ts";
import { REVIEW_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "../sets/key.ts";
import { kindName, rowName } from "../words.ts";
import { markComment } from "./queries.ts";

/** A page's name, or its path if the menu doesn't have it. */
const pageAt = (path: string) => navigation.find(({ to }) => to === path)?.label ?? path;

interface CommentsProps {
  /** what they are about, for screen readers */
  label: string;
  comments: readonly SetComment[];
  /** whether each names the change that it is about */
  names?: boolean;
}

/** Comments, oldest first. Those that are done are folded away. */
export function Comments({ label, comments, names }: CommentsProps) {
  const done = comments.filter((comment) => comment.done);
  const open = comments.filter((comment) => !comment.done);
  return (
    <>
      <List label={label} comments={open} names={names} />
      {done.length > 0 && (
        <details className="text-sm">
          <summary className="w-fit cursor-pointer text-ink-2 hover:text-ink">
            {done.length === 1 ? "1 comment is done" : `${done.length} comments are done`}
          </summary>
          <List label={`${label}, done`} comments={done} names={names} className="mt-2" />
        </details>
      )}
    </>
  );
}

const List = ({
  label,
  comments,
  names = false,
  className,
}: CommentsProps & { className?: string }) =>
  comments.length > 0 && (
    <ul aria-label={label} className={cx("grid gap-2", className)}>
      {comments.map((comment) => (
        <Comment key={comment.id} comment={comment} names={names} />
      ))}
    </ul>
  );

function Comment({ comment, names }: { comment: SetComment; names: boolean }) {
  const client = useQueryClient();
  const nameOf = useStaffName();
  const lists = useContext(ListNames);
  const { author, outside_name, page, created_at, message, done, table_name, label } = comment;
  const marking = useMutation({
    mutationFn: () => markComment(comment, !done),
    onError: (cause) => toast.failure(REVIEW_MESSAGES.markComment(cause), cause),
    onSettled: () => client.invalidateQueries({ queryKey: [name] }),
  });
  const mark = useOneAtATime(marking.mutateAsync);
  const who = outside_name ?? (author === null ? "A deleted account" : nameOf(author));
  return (
    <li className="rounded-md border border-line bg-paper-2 px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-2 wrap-anywhere">
        <span className="font-medium text-ink">{who}</span>
        {outside_name !== null && <Badge tone="warning">Outside your team</Badge>}
        <time dateTime={created_at}>{formatTime(created_at)}</time>
        {page !== null && <span>on {pageAt(page)}</span>}
        {names && table_name !== null && (
          <span>
            {`about ${kindName(table_name, lists)}: ${rowName({ table_name, label, page: null })}`}
          </span>
        )}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>
      <TextButton disabled={marking.isPending} onClick={() => mark()}>
        {done ? "Reopen" : "Mark as done"}
        <span className="sr-only"> the comment by {who}</span>
      </TextButton>
    </li>
  );
}
