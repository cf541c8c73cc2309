import Eye from "lucide-react/icons/eye";
import Send from "lucide-react/icons/send";
import { type KeyboardEvent, type SubmitEvent, useEffect, useRef, useState } from "react";
import { useOneAtATime } from "#app/admin-kit/forms/use-one-at-a-time.ts";
import { PresenceNote } from "#app/admin-kit/presence/presence-note.tsx";
import type { Lead } from "#app/lib/data/database.types.ts";
import { useEmailIsSaved } from "#app/lib/data/email-saved.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input, Textarea } from "#app/ui/inputs/input.tsx";
import { QuickPick } from "#app/ui/inputs/quick-pick.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { quotedAnswer } from "../thread/timeline.ts";
import { useThread } from "../thread/use-thread.ts";
import { AnswersTo } from "./answers-to.tsx";
import { AskAgain } from "./ask-again.tsx";
import { keepDraft, readDraft } from "./draft.ts";
import type { Written } from "./queries.ts";
import { Refusal, refusalOf } from "./refusal.tsx";
import { requestOf } from "./request.ts";
import type { Replies } from "./use-replies.ts";

/** Same limits as in the database (reply_send). */
const MAX_SUBJECT_LENGTH = 200;
const MAX_TEXT_LENGTH = 10_000;

const Preview = onDemand(async () => (await import("./preview.tsx")).Preview);

export interface Sender {
  company: string | undefined;
  color: string | undefined;
  /** the sender's, where answers go */
  email: string | undefined;
}

export interface SavedText {
  id: string;
  title: string;
  body: string;
}

export interface ReplyBoxProps {
  row: Lead;
  replies: Replies;
  sender: Sender;
  saved: readonly SavedText[];
  /** why the saved replies failed to load */
  savedError: string | undefined;
}

/** Writes a reply; Ctrl or Cmd with Enter sends it. Until then the draft stays in this browser. */
export function ReplyBox(props: ReplyBoxProps) {
  const refusal = refusalOf(props.row);
  return (
    <section aria-label="Reply" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-medium">Reply</h3>
      {refusal ? (
        <Refusal asked={props.replies.isAsked(props.row)}>{refusal}</Refusal>
      ) : (
        <Editor {...props} />
      )}
    </section>
  );
}

function Editor({ row, replies, sender, saved, savedError }: ReplyBoxProps) {
  const { data: thread } = useThread(row.id);
  const isSaved = useEmailIsSaved();
  const quoted = thread && quotedAnswer(thread);
  const opening = openingOf(row, sender.company, quoted?.subject);
  const [typed, setTyped] = useState(() => readDraft(row.id));
  const [previewing, setPreviewing] = useState(false);
  const written = {
    subject: typed?.subject ?? opening.subject,
    message: typed?.message ?? opening.message,
  };
  const text = useRef<HTMLInputElement>(null);
  const asked = replies.isAsked(row);
  useEffect(() => {
    const field = text.current;
    if (!asked || !field) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
    field.form?.scrollIntoView({ block: "nearest" });
  }, [asked]);

  function change(part: Partial<typeof written>) {
    const next = { ...written, ...part };
    setTyped((before) => ({ at: 0, ...before, ...next }));
    keepDraft(row.id, next);
  }
  const isUntouched = written.message.trim() === opening.message.trim();
  const isEmpty = written.message.trim() === "" || isUntouched || written.subject.trim() === "";
  const tooLong = {
    subject: lengthError(written.subject, MAX_SUBJECT_LENGTH),
    message: lengthError(written.message, MAX_TEXT_LENGTH),
  };
  /** Its text can't change until the answer: what was added would look sent. */
  const isSending = replies.isSending(row);
  const send = useOneAtATime(replies.send);
  const store = (anyway = false) =>
    send({ lead: row, written, request: requestOf(row.id, written), anyway });
  const submit = () => !isSending && !isEmpty && !tooLong.subject && !tooLong.message && store();
  const isQuoting = Boolean(quoted ?? row.message);

  function insert(id: string) {
    const body = saved.find((one) => one.id === id)?.body;
    if (body === undefined) return;
    const filled = fillIn(body, row);
    change({
      message:
        isUntouched || !written.message.trim()
          ? filled
          : `${written.message.trimEnd()}\n\n${filled}`,
    });
    text.current?.focus();
  }
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line-strong p-4"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault();
        submit();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
      }}
    >
      <div className="grid gap-1 text-xs text-ink-2 wrap-anywhere">
        <p>
          From {sender.company ?? "your company"} to <Email address={row.email} />
        </p>
        {isSaved && (
          <p className="text-danger">
            Email isn't set up, so your reply will be saved on the server instead of sent.
          </p>
        )}
        <AnswersTo sender={sender.email} />
      </div>
      <Field label="Subject" error={tooLong.subject}>
        <Input
          readOnly={isSending}
          value={written.subject}
          onValueChange={(subject) => change({ subject })}
        />
      </Field>
      <Field
        label="Your reply"
        error={tooLong.message ?? replies.failure(row)}
        description={isQuoting ? "Their message is quoted below your reply." : undefined}
        aside={
          saved.length > 0 &&
          !isSending && (
            <QuickPick
              label="Insert a saved reply"
              groups={[
                {
                  label: "Saved replies",
                  choices: saved.map(({ id, title }) => ({ value: id, label: title })),
                },
              ]}
              onPick={insert}
            >
              Saved reply
            </QuickPick>
          )
        }
      >
        <Textarea
          ref={text}
          data-reply-text
          rows={7}
          readOnly={isSending}
          value={written.message}
          onValueChange={(message) => change({ message })}
        />
      </Field>
      {savedError && <p className="text-sm text-danger">{savedError}</p>}
      {/* The lead's own note may be scrolled out of view; screen readers hear that one. */}
      <div aria-hidden className="relative -my-1.5 has-[>:empty]:hidden">
        <PresenceNote
          table="contact_submissions"
          row={row.id}
          field="answer"
          here={false}
          doing="answering"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" type="submit" pending={isSending} disabled={isEmpty}>
          <Send aria-hidden className="size-4" />
          Send
        </Button>
        <Button onClick={() => setPreviewing(true)}>
          <Eye aria-hidden className="size-4" />
          Preview
        </Button>
        <Button
          look="ghost"
          disabled={isSending}
          onClick={() => replies.discard(row)}
          className="ml-auto"
        >
          Discard
        </Button>
      </div>
      <Preview
        open={previewing}
        onClose={() => setPreviewing(false)}
        {...{ row, quoted, written, sender }}
      />
      <AskAgain
        open={replies.asksAgain(row)}
        address={row.email}
        onCancel={() => replies.dontSend(row)}
        onConfirm={() => store(true)}
      />
    </form>
  );
}

type Person = Pick<Lead, "name" | "business_name">;

const firstName = ({ name }: Person) => name.trim().split(/\s+/)[0] ?? "";

/** Fills in a saved reply: {name} is the first name, {business} the company or "your business". */
export const fillIn = (text: string, lead: Person): string =>
  text.replace(/\{(name|business)\}/g, (_, what) =>
    what === "name" ? firstName(lead) : lead.business_name?.trim() || "your business",
  );

/**
 * A reply's initial text.
 * @param company the sender's name; undefined while it is unknown
 * @param answered the subject of the email that it answers
 */
export const openingOf = (
  lead: Person,
  company: string | undefined,
  answered?: string | null,
): Written => ({
  subject: answered?.trim()
    ? `Re: ${answered.trim().replace(/^(?:re\s*:\s*)+/i, "")}`.slice(0, MAX_SUBJECT_LENGTH)
    : company
      ? `Re: Your message to ${company}`
      : "Re: Your message",
  message: `Hi ${firstName(lead)},\n\n`,
});
