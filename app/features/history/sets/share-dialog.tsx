import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { copyUrl } from "#app/admin-kit/dialogs/copy.ts";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import type { PreviewLink } from "#app/lib/data/database.types.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { SET_MESSAGES } from "#app/lib/errors/set-messages.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { Dialog, DialogBody, DialogFooter } from "#app/ui/overlays/dialog.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import { name } from "./key.ts";
import { createLink, listLinks, type NewLink, revokeLink } from "./links.ts";

interface ShareDialogProps {
  open: boolean;
  set: ActiveSet;
  onClose: () => void;
}

/** Creates, copies and revokes links that show the site with the set, without an account. */
export function ShareDialog({ open, set, onClose }: ShareDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Share a preview of ${set.name}`}
      description="Anyone with the link can preview the site with these changes. No account needed. Links expire after seven days, or when the set is published or discarded."
    >
      <Links set={set} onClose={onClose} />
    </Dialog>
  );
}

function Links({ set, onClose }: Omit<ShareDialogProps, "open">) {
  const client = useQueryClient();
  const queryKey = [name, "links", set.id];
  const query = useQuery({ queryKey, queryFn: () => listLinks(set.id), staleTime: 0, gcTime: 0 });
  const onSettled = () => client.invalidateQueries({ queryKey });
  const [comments, setComments] = useState(false);
  const making = useMutation({
    mutationFn: () => createLink(set.id, comments),
    onError: (cause) => toast.failure(SET_MESSAGES.makeLink(cause), cause),
    onSettled,
  });
  const make = useOneAtATime(making.mutateAsync);
  const revoking = useMutation({
    mutationFn: (link: PreviewLink) => revokeLink(link.id),
    onSuccess: (_, { id }) => {
      if (making.data?.id === id) making.reset();
      toast.success(SET_MESSAGES.linkRevoked);
    },
    onError: (cause) => toast.failure(SET_MESSAGES.revokeLink(cause), cause),
    onSettled,
  });
  const revoke = useOneAtATime(revoking.mutateAsync);
  function submit(event: FormEvent) {
    event.preventDefault();
    make();
  }
  return (
    <form onSubmit={submit} className="contents">
      <DialogBody>
        <div className="grid gap-6">
          <Field
            label="Let people with the link comment"
            description='They enter a name and a comment. Your team sees it in the review, marked "Outside your team."'
            inline
            nativeLabel={false}
          >
            <Switch checked={comments} onCheckedChange={setComments} />
          </Field>
          {making.data && <Made link={making.data} />}
          <ListStates
            query={query}
            explain={SET_MESSAGES.links}
            loading={<SkeletonList count={1} label="Loading the links…" itemClassName="h-14" />}
            empty={(links) =>
              links.length ? undefined : <p className="text-sm text-ink-2">No active links.</p>
            }
          >
            {(links) => (
              <ul aria-label="Active links" className="divide-y divide-line">
                {links.map((link) => (
                  <Working
                    key={link.id}
                    link={link}
                    busy={revoking.isPending}
                    onRevoke={() => revoke(link)}
                  />
                ))}
              </ul>
            )}
          </ListStates>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button
          type="submit"
          look="primary"
          data-first
          aria-keyshortcuts="Control+Enter Meta+Enter"
          pending={making.isPending}
        >
          Create link
        </Button>
      </DialogFooter>
    </form>
  );
}

const Made = ({ link: { url } }: { link: NewLink }) => (
  <Field label="New link" description="Copy it now. You won't be able to see it again.">
    <div className="flex gap-2">
      <Input readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Button look="primary" onClick={() => copyUrl(url)}>
        Copy
      </Button>
    </div>
  </Field>
);

interface WorkingProps {
  link: PreviewLink;
  busy: boolean;
  onRevoke: () => void;
}

function Working({ link, busy, onRevoke }: WorkingProps) {
  const made = formatCompanyTime(link.created_at);
  const nameOf = useStaffName();
  return (
    <li className="flex items-center gap-4 py-3 text-sm first:pt-0 last:pb-0">
      <p className="min-w-0 flex-1">
        <span className="font-medium wrap-anywhere">{nameOf(link.made_by)}</span>, {made}
        <span className="block text-ink-2">
          Works until {formatCompanyTime(link.expires_at)} · Comments{" "}
          {link.may_comment ? "on" : "off"}
        </span>
      </p>
      <Button size="sm" disabled={busy} onClick={onRevoke}>
        Revoke<span className="sr-only"> the link of {made}</span>
      </Button>
    </li>
  );
}
