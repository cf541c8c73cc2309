import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { attach } from "#app/lib/data/functions/inbound.ts";
import { INBOUND_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { createLead, dismiss, name } from "../queries.ts";

interface Chosen {
  mail: string;
  lead: Pick<Lead, "id" | "name">;
}

/** What staff do with an email, each with its message. */
export function useMailActions() {
  const client = useQueryClient();
  const navigate = useNavigate();
  /** Every list that may have shown it. */
  const refresh = () =>
    Promise.all(
      [name, "contact_submissions", "admin_dashboard"].map((table) =>
        client.invalidateQueries({ queryKey: [table] }),
      ),
    );
  const openLead = (id: string) => ({
    label: "Open lead",
    onClick: () => void navigate(`/admin/contact-manager?open=${id}`),
  });
  const attaching = useMutation({
    mutationFn: ({ mail, lead }: Chosen) => attach(mail, lead.id),
    onSuccess: (_, { lead }) => {
      toast.success(words.attached(lead.name), { action: openLead(lead.id) });
      return refresh();
    },
    onError: (cause) => toast.failure(words.attach(cause), cause),
  });
  const creating = useMutation({
    mutationFn: createLead,
    onSuccess: (lead) => {
      toast.success(words.created, { action: openLead(lead) });
      return refresh();
    },
    onError: (cause) => toast.failure(words.create(cause), cause),
  });
  const restoring = useMutation({
    mutationFn: (mail: string) => dismiss(mail, true),
    onSuccess: () => {
      toast.success(words.restored);
      return refresh();
    },
    onError: (cause) => toast.failure(words.restore(cause), cause),
  });
  const dismissing = useMutation({
    mutationFn: (mail: string) => dismiss(mail),
    onSuccess: (_, mail) => {
      toast.success(words.dismissed, {
        action: { label: "Undo", onClick: () => restoring.mutate(mail) },
      });
      return refresh();
    },
    onError: (cause) => toast.failure(words.dismiss(cause), cause),
  });
  const create = useOneAtATime(creating.mutateAsync);
  return { attaching, create, creating, dismissing, restoring };
}

export type MailActions = ReturnType<typeof useMailActions>;
