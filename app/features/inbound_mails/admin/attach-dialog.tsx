import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ListStates } from "#app/admin-kit/lists/list-states.tsx";
import { SearchBox } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { Lead } from "#app/lib/data/database.types.ts";
import { INBOUND_MESSAGES } from "#app/lib/errors/answer-messages.ts";
import { formatDate } from "#app/lib/text/formats.ts";
import { SkeletonList } from "#app/ui/display/skeleton.tsx";
import { EmptyState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { type ListedMail, name, suggestLeads } from "../queries.ts";
import type { MailActions } from "./use-mail-actions.ts";
import { senderOf, subjectOf } from "./words.ts";

interface AttachDialogProps {
  open: boolean;
  /** undefined until one was chosen */
  mail: ListedMail | undefined;
  attaching: MailActions["attaching"];
  onClose: () => void;
}

/** Chooses the lead that an email belongs to. */
export function AttachDialog({ open, mail, attaching, onClose }: AttachDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      locked={attaching.isPending}
      anchored
      title="Attach to a lead"
      description={
        mail && (
          <span className="line-clamp-2 wrap-anywhere">
            {senderOf(mail)}: {subjectOf(mail)}
          </span>
        )
      }
    >
      {open && mail && <Choice {...{ mail, attaching, onClose }} />}
    </Dialog>
  );
}

type ChoiceProps = Omit<AttachDialogProps, "open" | "mail"> & { mail: ListedMail };

function Choice({ mail, attaching, onClose }: ChoiceProps) {
  const [q, setQ] = useState("");
  const query = useQuery({
    queryKey: [name, "leads", mail.sender, q],
    queryFn: () => suggestLeads(q, mail.sender),
    placeholderData: keepPreviousData,
  });
  const choose = (lead: Lead) => attaching.mutate({ mail: mail.id, lead }, { onSuccess: onClose });
  return (
    <DialogBody>
      <div className="*:!max-w-none">
        <SearchBox label="Search leads" value={q} onSearch={setQ} />
      </div>
      <ListStates
        query={query}
        explain={INBOUND_MESSAGES.search}
        loading={<SkeletonList count={3} label="Loading leads…" itemClassName="h-14" />}
        empty={({ rows }) => (rows.length > 0 ? undefined : <EmptyState title="No leads found" />)}
      >
        {({ title, rows }) => (
          <section aria-label={title} className="grid gap-1">
            <h3 className="text-sm font-medium text-ink-2">{title}</h3>
            <ul className="divide-y divide-line">
              {rows.map((lead) => (
                <li key={lead.id} className="flex items-center gap-3 py-2 text-sm">
                  <span className="grid min-w-0 flex-1">
                    <span className="font-medium wrap-anywhere">{lead.name}</span>
                    <span className="text-ink-2 wrap-anywhere">
                      {[lead.business_name, lead.email].filter(Boolean).join(" · ")}
                    </span>
                    <span className="line-clamp-1 text-xs/5 text-ink-2 wrap-anywhere">
                      {[formatDate(lead.created_at), lead.message].filter(Boolean).join(" · ")}
                    </span>
                  </span>
                  <Button
                    size="sm"
                    aria-label={`Attach to ${lead.name}, ${formatDate(lead.created_at)}`}
                    pending={attaching.isPending && attaching.variables?.lead.id === lead.id}
                    disabled={attaching.isPending}
                    onClick={() => choose(lead)}
                  >
                    Attach
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </ListStates>
    </DialogBody>
  );
}
