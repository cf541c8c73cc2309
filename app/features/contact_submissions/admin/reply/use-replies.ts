import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { notifyIfSaved, notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "../queries.ts";
import { dropDraft, giveBack, readDraft, requestOf } from "./draft.ts";
import { REPLY_MESSAGES } from "./messages.ts";
import * as queries from "./queries.ts";

const words = REPLY_MESSAGES;

interface Sending {
  lead: Lead;
  written: queries.Written;
  /** also to an address from which an earlier email came back */
  anyway?: boolean;
}

/**
 * Replying to leads: which one is being answered, sending, and undo while the server allows it.
 * @param show opens a lead whose reply was undone
 */
export function useReplies(show: (lead: string) => void) {
  const client = useQueryClient();
  const [answering, setAnswering] = useState("");
  /** increments when text comes back, so that an open editor resets to it */
  const [turn, setTurn] = useState(0);
  const refresh = () => client.invalidateQueries({ queryKey: [name] });
  /** the reply just sent, until the conversation shows it */
  const sent = useRef("");
  const shown = useRef(show);
  shown.current = show;

  const takeBack = useMutation({
    mutationFn: ({ reply }: { reply: string; lead: Lead }) => queries.takeBack(reply),
    onSuccess: (written, { lead }) => {
      giveBack(lead.id, written);
      setTurn((before) => before + 1);
      setAnswering(lead.id);
      shown.current(lead.id);
      toast.success(words.takenBack);
    },
    onError: (cause) => toast.failure(words.takeBack(cause), cause),
    onSettled: refresh,
  });

  /** Offers undo while it is possible, then sends the reply where no server job does. */
  function offerUndo(reply: string, lead: Lead) {
    let taken = false;
    const close = toast.success(words.leaving, {
      action: {
        label: "Undo",
        onClick: () => {
          taken = true;
          takeBack.mutate({ reply, lead });
        },
      },
    });
    setTimeout(() => {
      close();
      if (taken) return;
      queries
        .sendDue()
        .then(() => notifyIfSaved("your reply"))
        .catch((cause) => console.error("Error sending due replies:", cause))
        .finally(() => void refresh());
    }, queries.UNDO_MS);
  }

  const send = useMutation({
    mutationFn: ({ lead, written, anyway }: Sending) =>
      queries.sendReply(lead.id, requestOf(lead.id, written), written, anyway),
    onSuccess: ({ id }, { lead }) => {
      dropDraft(lead.id);
      sent.current = id;
      setAnswering((now) => (now === lead.id ? "" : now));
      offerUndo(id, lead);
    },
    onSettled: refresh,
  });

  const again = useMutation({
    mutationFn: queries.sendAgain,
    onSuccess: () => notifySent(words.again, "your reply"),
    onError: (cause) => toast.failure(words.sendAgain(cause), cause),
    onSettled: refresh,
  });

  const errorOf = (lead: Lead) => (send.variables?.lead.id === lead.id ? send.error : null);

  return {
    /** whether its editor is open: it was requested, or there is a draft */
    isOpen: (lead: Lead) => answering === lead.id || readDraft(lead.id) !== undefined,
    /** it was just requested: focus the editor */
    isAsked: (lead: Lead) => answering === lead.id,
    turn,
    answer: (lead: Lead) => {
      setAnswering(lead.id);
      // Already open: focus it again.
      document.querySelector<HTMLElement>("[data-reply-text]")?.focus();
    },
    discard: (lead: Lead) => {
      const draft = readDraft(lead.id);
      dropDraft(lead.id);
      setAnswering("");
      setTurn((before) => before + 1);
      if (!draft) return;
      toast.info(words.discarded, {
        action: {
          label: "Undo",
          onClick: () => {
            giveBack(lead.id, draft);
            setTurn((before) => before + 1);
            setAnswering(lead.id);
          },
        },
      });
    },
    send: send.mutateAsync,
    sending: send.isPending,
    sent,
    /** why the reply to this lead was rejected; its text is still there */
    failure: (lead: Lead) => {
      const error = errorOf(lead);
      return error && !queries.isCameBack(error) ? words.send(error) : undefined;
    },
    /** an earlier email to this lead came back: ask before sending */
    asksAgain: (lead: Lead) => queries.isCameBack(errorOf(lead)),
    /** the question was answered with no; the text is still there */
    dontSend: send.reset,
    again: again.mutate,
    sendingAgain: again.isPending,
  };
}

export type Replies = ReturnType<typeof useReplies>;
