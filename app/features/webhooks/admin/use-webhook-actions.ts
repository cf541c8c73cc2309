import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#app/ui/overlays/toast.tsx";
import { WEBHOOK_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { answerOf } from "./words.ts";

const words = WEBHOOK_MESSAGES;
/** Another event came first, or the address was replaced meanwhile. */
const LATER = "It's still waiting. The log will show when it's sent";

/** Actions on a webhook, or on one of its deliveries. */
export function useWebhookActions() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: [queries.name] });
  const send = useMutation({
    mutationFn: queries.send,
    onSuccess: (attempt) => {
      const { status = null } = attempt ?? {};
      const said = attempt ? answerOf(attempt) : LATER;
      if (status !== null && status >= 200 && status < 300) toast.success(words.delivered(said));
      else toast.error(words.notDelivered(said));
    },
    onError: (cause) => toast.failure(words.send(cause), cause),
    onSettled,
  });
  const rotate = useMutation({
    mutationFn: queries.rotate,
    onError: (cause) => toast.failure(words.rotate(cause), cause),
    // Not awaited: the new secret must not wait for the list.
    onSettled: () => void onSettled(),
  });
  const remove = useMutation({
    mutationFn: queries.remove,
    onSuccess: () => toast.success(words.deleted),
    onError: (cause) => toast.failure(words.remove(cause), cause),
    onSettled,
  });
  return { send, rotate, remove };
}

export type WebhookActions = ReturnType<typeof useWebhookActions>;
