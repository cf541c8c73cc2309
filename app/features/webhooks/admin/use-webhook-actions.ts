import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "#app/ui/overlays/toast.tsx";
import { WEBHOOK_MESSAGES } from "../messages.ts";
import * as queries from "../queries.ts";
import { answerOf } from "./words.ts";

const words = WEBHOOK_MESSAGES;
const LATER = "Another event is being sent first. This one is next";

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
    onSettled,
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
