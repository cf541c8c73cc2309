import { type Mutation, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState, useSyncExternalStore } from "react";
import { useNavigate } from "react-router";
import { notifyIfSaved, notifySent } from "#app/admin-kit/shell/notify-sent.ts";
import type { Lead } from "#app/lib/data/database.types.ts";
import { toast } from "#app/ui/overlays/toast.tsx";
import { name } from "../queries.ts";
import { dropDraft, dropSent, giveBack, readDraft } from "./draft.ts";
import { REPLY_MESSAGES } from "./messages.ts";
import * as queries from "./queries.ts";

const words = REPLY_MESSAGES;

const INBOX = "/admin/contact-manager";
const mutationKey = ["reply"];

interface Sending {
  lead: Lead;
  written: queries.Written;
  /** see requestOf */
  request: string;
  /** also to an address from which an earlier email came back */
  anyway: boolean;
}

/** Whether this lead is on the screen, in the address of now: the caller may be of a screen since left. */
const isShown = (lead: string) => new URLSearchParams(window.location.search).get("open") === lead;

/**
 * Replying to leads: which one is being answered, sending, and undo while the server allows it.
 * @param show opens a lead in the inbox
 */
export function useReplies(show: (lead: string) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const sends = useSends();
  const [answering, setAnswering] = useState("");
  /** increments when text comes back, so that an open editor resets to it */
  const [turn, setTurn] = useState(0);
  const refresh = () => client.invalidateQueries({ queryKey: [name] });
  /** the reply just sent, until the conversation shows it */
  const sent = useRef("");
  const shown = useRef(show);
  shown.current = show;
  /** Opens a lead from a message, which may outlast this screen. */
  function open(lead: string) {
    if (window.location.pathname === INBOX) shown.current(lead);
    else void navigate(`${INBOX}?open=${lead}`);
  }

  const takeBack = useMutation({
    mutationFn: ({ reply }: { reply: string; lead: Lead }) => queries.takeBack(reply),
    onSuccess: (written, { lead }) => {
      giveBack(lead.id, written);
      setTurn((before) => before + 1);
      setAnswering(lead.id);
      open(lead.id);
      toast.success(words.takenBack);
    },
    onError: (cause) => toast.failure(words.takeBack(cause), cause),
    onSettled: refresh,
  });

  /** Offers undo while it is possible, then sends the reply where no server job does. */
  function offerUndo(reply: string, lead: Lead) {
    let isTakenBack: Promise<boolean> | undefined;
    const close = toast.success(words.leaving, {
      action: {
        label: "Undo",
        onClick: () => {
          isTakenBack = takeBack.mutateAsync({ reply, lead }).then(
            () => true,
            () => false,
          );
        },
      },
    });
    setTimeout(async () => {
      close();
      if (await isTakenBack) return;
      queries
        .sendDue()
        .then(() => notifyIfSaved("your reply"))
        .catch((cause) => console.error("Error sending due replies:", cause))
        .finally(() => void refresh());
    }, queries.UNDO_MS);
  }

  const send = useMutation({
    mutationKey,
    // A failure is shown with its lead, however much later that is opened.
    gcTime: Number.POSITIVE_INFINITY,
    mutationFn: ({ lead, written, request, anyway }: Sending) =>
      queries.sendReply(lead.id, request, written, anyway),
    onSuccess: ({ id }, { lead, written }) => {
      dropSent(lead.id, written);
      sends.forget(lead);
      sent.current = id;
      setAnswering((now) => (now === lead.id ? "" : now));
      offerUndo(id, lead);
      return refresh();
    },
    onError: (cause, { lead }) => {
      void refresh();
      if (isShown(lead.id)) return;
      toast.error(words.send(cause), {
        description: lead.name,
        action: { label: "Open lead", onClick: () => open(lead.id) },
      });
    },
  });

  const again = useMutation({
    mutationFn: queries.sendAgain,
    onSuccess: () => notifySent(words.again, "your reply"),
    onError: (cause) => toast.failure(words.sendAgain(cause), cause),
    onSettled: refresh,
  });

  const isSending = (lead: Lead) => sends.last(lead)?.status === "pending";
  const errorOf = (lead: Lead) => sends.last(lead)?.error;

  return {
    /** whether its editor is open: it was requested, or there is a draft */
    isOpen: (lead: Lead) => answering === lead.id || readDraft(lead.id) !== undefined,
    /** it was just requested: focus the editor */
    isAsked: (lead: Lead) => answering === lead.id,
    turn,
    answer: (lead: Lead) => {
      // While its reply is being sent, its editor is open, and closes afterwards.
      if (!isSending(lead)) setAnswering(lead.id);
      // Already open: focus it again.
      document.querySelector<HTMLElement>("[data-reply-text]")?.focus();
    },
    discard: (lead: Lead) => {
      const draft = readDraft(lead.id);
      dropDraft(lead.id);
      sends.forget(lead);
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
    /** its reply is being sent */
    isSending,
    sent,
    /** why the reply to this lead was rejected; its text is still there */
    failure: (lead: Lead) => {
      const error = errorOf(lead);
      return error && !queries.isCameBack(error) ? words.send(error) : undefined;
    },
    /** an earlier email to this lead came back: ask before sending */
    asksAgain: (lead: Lead) => queries.isCameBack(errorOf(lead)),
    /** the question was answered with no; the text is still there */
    dontSend: sends.forget,
    again: again.mutate,
    sendingAgain: again.isPending,
  };
}

/** The replies that are being sent or were rejected, also those from an earlier visit to the inbox. */
function useSends() {
  const cache = useQueryClient().getMutationCache();
  const of = ({ id }: Lead) =>
    (cache.findAll({ mutationKey }) as Mutation<unknown, Error, Sending>[]).filter(
      ({ state }) => state.variables?.lead.id === id,
    );
  const states = () =>
    cache
      .findAll({ mutationKey })
      .map(({ state }) => state.status)
      .join();
  useSyncExternalStore(cache.subscribe, states, states);
  return {
    last: (lead: Lead) => of(lead).at(-1)?.state,
    forget: (lead: Lead) => {
      for (const one of of(lead)) cache.remove(one);
    },
  };
}

export type Replies = ReturnType<typeof useReplies>;
