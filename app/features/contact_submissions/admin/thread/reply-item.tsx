import { useEffect, useRef, useState } from "react";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Email } from "#app/ui/display/email.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { MailCause } from "../mail-cause-on-demand.ts";
import { AskAgain } from "../reply/ask-again.tsx";
import { textOf } from "../reply/queries.ts";
import type { Replies } from "../reply/use-replies.ts";
import { MessageCard, MessageText } from "./message-card.tsx";
import type { ReplyEntry } from "./timeline.ts";

interface ReplyItemProps extends Pick<ReplyEntry, "mail" | "by" | "cameBack"> {
  replies: Replies;
}

/** A reply, and what became of it. */
export function ReplyItem({ mail, by = "Your team", cameBack, replies }: ReplyItemProps) {
  const card = useRef<HTMLLIElement>(null);
  const { sent } = replies;
  useEffect(() => {
    if (sent.current !== mail.id) return;
    sent.current = "";
    // The pressed button is gone with the editor.
    keepFocus(card.current);
  }, [sent, mail.id]);
  return (
    <MessageCard
      ref={card}
      look={mail.state === "failed" ? "failed" : "ours"}
      who={by}
      how={
        <>
          <SentTo state={mail.state} /> <Email address={mail.recipient} />
        </>
      }
      at={mail.sent_at ?? mail.created_at}
      subject={mail.subject}
      menu={
        mail.state === "waiting" ? (
          <Badge>Sending</Badge>
        ) : (
          mail.state === "failed" && (
            <Badge tone="danger">{cameBack ? "Bounced" : "Not sent"}</Badge>
          )
        )
      }
    >
      <MessageText>{textOf(mail)}</MessageText>
      {mail.state === "failed" && <Failure {...{ mail, cameBack, replies }} />}
    </MessageCard>
  );
}

function SentTo({ state }: Pick<ReplyItemProps["mail"], "state">) {
  const isSaved = useEmailIsSaved();
  if (state !== "sent") return "To";
  return isSaved ? "Saved on the server for" : "Sent to";
}

function Failure({
  mail,
  cameBack,
  replies,
}: Pick<ReplyItemProps, "mail" | "cameBack" | "replies">) {
  const [asking, setAsking] = useState(false);
  const again = () => replies.again(mail.id);
  return (
    <div className="grid gap-2 border-t border-danger/30 pt-2">
      <div className="text-danger">
        <MailCause raw={mail.last_error} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          size="sm"
          pending={replies.sendingAgain}
          onClick={() => (cameBack ? setAsking(true) : again())}
        >
          Try again
        </Button>
        <span className="text-xs text-ink-2">
          {mail.send_after
            ? `We'll retry at ${formatTime(mail.send_after)}.`
            : "We won't retry automatically."}
        </span>
      </p>
      <AskAgain
        open={asking}
        address={mail.recipient}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          again();
        }}
      />
    </div>
  );
}
