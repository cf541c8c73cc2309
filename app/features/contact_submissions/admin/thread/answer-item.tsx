import Ellipsis from "lucide-react/icons/ellipsis";
import Unlink from "lucide-react/icons/unlink";
import { type ReactNode, useState } from "react";
import type { Lead } from "#app/lib/data/database.types.ts";
import { formatTime } from "#app/lib/text/formats.ts";
import { splitQuote } from "#app/lib/text/split-quote.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { IconButton, TextButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { Attachments } from "./attachments.tsx";
import { MessageCard, MessageText } from "./message-card.tsx";
import type { Answer } from "./queries.ts";
import { isSameAddress, writerOf } from "./timeline.ts";

const Original = onDemand(async () => (await import("./original.tsx")).Original, {
  fallback: <Skeleton className="h-40" />,
});

interface AnswerItemProps {
  mail: Answer;
  row: Lead;
  /** moves it out of this lead */
  onRemove: (mail: Answer) => void;
}

/** An email that arrived: the lead's answer, or one that a colleague wrote in their own program. */
export function AnswerItem({ mail, row, onRemove }: AnswerItemProps) {
  const { sender, is_from_team, arrived_at, subject } = mail;
  const who = writerOf(mail, row);
  const showsAddress = sender && !isSameAddress(sender, row.email) && sender !== who;
  const menu = (
    <Menu
      trigger={
        <IconButton
          label={`More for the email from ${who}, ${formatTime(arrived_at)}`}
          hint={false}
          icon={<Ellipsis aria-hidden />}
          className="-my-1.5 -mr-2"
        />
      }
      actions={[
        {
          label: "Remove from this lead",
          icon: <Unlink aria-hidden />,
          onSelect: () => onRemove(mail),
        },
      ]}
    />
  );
  const from = showsAddress ? <Email address={sender} /> : "Email";
  if (mail.kind === "auto_reply") return <AutoReply {...{ mail, who, menu }} />;
  return (
    <MessageCard
      // Also one from an address of the team: a sender's address is easy to forge.
      look="theirs"
      who={who || "Unknown sender"}
      how={from}
      at={arrived_at}
      subject={subject}
      menu={menu}
      isAnswer={!is_from_team}
    >
      <Content mail={mail} />
    </MessageCard>
  );
}

/** An out-of-office note and its like: closed, since nobody has to read it. */
const AutoReply = ({ mail, who, menu }: { mail: Answer; who: string; menu: ReactNode }) => (
  <li className="mr-4 flex items-start gap-3 rounded-md border border-dashed border-line-strong px-4 py-2 sm:mr-10">
    <details className="min-w-0 flex-1">
      <summary className="cursor-pointer text-xs text-ink-2 wrap-anywhere pointer-coarse:py-3">
        <span className="font-medium text-ink">Automatic reply</span> · {who} ·{" "}
        <time dateTime={mail.arrived_at} className="inline-block">
          {formatTime(mail.arrived_at)}
        </time>
      </summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 pt-2">
        {mail.subject && <p className="font-medium wrap-anywhere">{mail.subject}</p>}
        <Content mail={mail} />
      </div>
    </details>
    {menu}
  </li>
);

/** Text and files. What the sender quotes is folded, and HTML is shown when asked for. */
function Content({ mail }: { mail: Answer }) {
  const [isOriginal, setOriginal] = useState(false);
  const [isQuoteOpen, setQuoteOpen] = useState(false);
  const text = mail.body_text?.trim() ?? "";
  const { fresh, quoted } = splitQuote(text);
  const hasFold = quoted !== "" && !isOriginal;
  const isWhole = mail.attachments.every(({ id }) => id !== undefined);
  return (
    <>
      {isOriginal && <Original mail={mail.id} lines={linesOf(text)} />}
      {!isOriginal && fresh && <MessageText>{fresh}</MessageText>}
      {!isOriginal && !text && <p className="text-ink-2">No text.</p>}
      {hasFold && isQuoteOpen && (
        <div className="border-l-2 border-line-strong pl-3 text-ink-2">
          <MessageText>{quoted}</MessageText>
        </div>
      )}
      {(hasFold || mail.has_original) && (
        <p className="flex flex-wrap gap-x-4 text-xs">
          {hasFold && (
            <TextButton aria-expanded={isQuoteOpen} onClick={() => setQuoteOpen(!isQuoteOpen)}>
              {isQuoteOpen ? "Hide quoted text" : "Show quoted text"}
            </TextButton>
          )}
          {mail.has_original && (
            <TextButton onClick={() => setOriginal(!isOriginal)}>
              {isOriginal ? "Show as text" : "Show original"}
            </TextButton>
          )}
        </p>
      )}
      {mail.attachments.length > 0 && <Attachments files={mail.attachments} />}
      {mail.is_cut && isWhole && (
        <p className="text-xs text-ink-2">Part of this email was too large to store.</p>
      )}
    </>
  );
}

/** About how many lines a text takes. */
const linesOf = (text: string) =>
  text.split("\n").reduce((lines, line) => lines + Math.ceil((line.length + 1) / 70), 0);
