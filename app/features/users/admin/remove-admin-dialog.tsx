import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { USER_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { LeftOpenList } from "./left-open-list.tsx";

interface RemoveAdminDialogProps {
  open: boolean;
  user: AdminUser;
  /** it is the signed-in person's own account */
  own: boolean;
  title: string;
  description: string;
  confirmLabel: string;
  pending: boolean;
  /** @param keep the ids of what stays active */
  onConfirm: (keep: string[]) => void;
  onCancel: () => void;
}

/** Asks before a person is removed from the team: shows what ends, and what of their setup can stay. */
export function RemoveAdminDialog({
  open,
  title,
  description,
  pending,
  onCancel,
  ...rest
}: RemoveAdminDialogProps) {
  return (
    <Dialog open={open} onClose={onCancel} locked={pending} title={title} description={description}>
      <Question {...rest} pending={pending} onCancel={onCancel} />
    </Dialog>
  );
}

type QuestionProps = Omit<RemoveAdminDialogProps, "open" | "title" | "description">;

/** Mounted only while the dialog is open, so each opening starts with nothing kept. */
function Question({ user, own, confirmLabel, pending, onConfirm, onCancel }: QuestionProps) {
  const [keep, setKeep] = useState<readonly string[]>([]);
  const query = useQuery({
    queryKey: [queries.name, "left-open", user.id],
    queryFn: () => queries.leftOpen(user),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <>
      <DialogBody>
        <ListStates
          query={query}
          explain={USER_MESSAGES.leftOpen}
          loading={
            <SkeletonList
              count={2}
              label={own ? "Loading what you set up…" : "Loading what they set up…"}
              itemClassName="h-12"
            />
          }
        >
          {(left) => (
            <LeftOpenList
              person={user.id}
              left={left}
              own={own}
              retained={keep}
              onKeep={(id, stays) =>
                setKeep((before) => [...before.filter((one) => one !== id), ...(stays ? [id] : [])])
              }
            />
          )}
        </ListStates>
        {query.isError && !query.data && (
          <p className="text-sm text-ink-2">
            {own
              ? "You can still leave the team. Your webhooks are turned off, your schedules canceled, and your lead emails stopped."
              : "You can still remove them. Their webhooks are turned off, their schedules canceled, and their lead emails stopped."}
          </p>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel} disabled={pending}>
          Cancel
        </Button>
        {/* An urgent removal doesn't wait for the list: what is not kept ends. */}
        <Button
          look="danger"
          pending={pending}
          disabled={query.isPending}
          onClick={() => onConfirm([...keep])}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </>
  );
}
