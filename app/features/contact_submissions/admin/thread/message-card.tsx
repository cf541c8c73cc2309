import type { ReactNode, Ref } from "react";
import { formatTime } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";

/** Theirs on the left, ours on the right. */
const LOOKS = {
  theirs: "mr-4 border-line bg-paper-2 sm:mr-10",
  ours: "ml-4 border-brand-line bg-brand-soft sm:ml-10",
  failed: "ml-4 border-danger/50 bg-danger-soft sm:ml-10",
};

interface MessageCardProps {
  look: keyof typeof LOOKS;
  who: ReactNode;
  /** how it was sent, and to whom */
  how: ReactNode;
  at: string;
  subject?: string | null;
  /** what can be done with it, at the top right */
  menu?: ReactNode;
  /** finds the answers */
  isAnswer?: boolean;
  /** it may take the focus */
  ref?: Ref<HTMLLIElement>;
  children: ReactNode;
}

/** A message in the conversation. */
export const MessageCard = ({
  look,
  who,
  how,
  at,
  subject,
  menu,
  isAnswer,
  ref,
  children,
}: MessageCardProps) => (
  <li
    ref={ref}
    className={cx(
      "grid scroll-mt-16 grid-cols-[minmax(0,1fr)] gap-2 rounded-md border px-4 py-3",
      LOOKS[look],
    )}
    // Reached by "Read it" and after a reply is sent, never by Tab
    tabIndex={isAnswer || ref ? -1 : undefined}
    data-answer={isAnswer || undefined}
  >
    <div className="flex items-start gap-3">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{who}</p>
        <p className="text-xs text-ink-2 wrap-anywhere">
          {how} ·{" "}
          <time dateTime={at} className="inline-block">
            {formatTime(at)}
          </time>
        </p>
      </div>
      {menu}
    </div>
    {subject && <p className="font-medium wrap-anywhere">{subject}</p>}
    {children}
  </li>
);

/** A message's text, with its line breaks. */
export const MessageText = ({ children }: { children: string }) => (
  <p className="whitespace-pre-wrap wrap-anywhere">{children}</p>
);
