import type { Lead } from "#app/lib/data/database.types.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { zonedFormat } from "#contract/time/company-zone.ts";
import { partsOfMail } from "#supabase/functions/_shared/mail-parts.ts";
import type { Answer } from "../thread/queries.ts";
import type { Written } from "./queries.ts";
import type { Sender } from "./reply-box.tsx";

const longDate = zonedFormat("en-US", { dateStyle: "long" });

export interface PreviewProps {
  open: boolean;
  onClose: () => void;
  row: Lead;
  /** the answer that it quotes; undefined: it quotes the lead's message */
  quoted: Answer | undefined;
  written: Written;
  sender: Sender;
}

/** Same limit as in the database (reply_send). */
const MAX_QUOTE_LENGTH = 5_000;

/** What the server quotes. */
const quoteOf = (row: Lead, quoted: Answer | undefined) =>
  quoted
    ? {
        who: quoted.sender_name ?? quoted.sender,
        at: quoted.arrived_at,
        words: [...(quoted.body_text ?? "")].slice(0, MAX_QUOTE_LENGTH).join(""),
      }
    : { who: row.name, at: row.created_at, words: row.message };

/** The email's HTML from the code that sends it, minus the style sheet, which is for dark mode. */
function pageOf({ row, quoted, written, sender }: PreviewProps): string {
  const { who, at, words } = quoteOf(row, quoted);
  const quote = words ? [{ note: `On ${longDate(at)}, ${who} wrote:` }, { quote: words }] : [];
  const brand = { company: sender.company ?? "", color: sender.color ?? null };
  const { html } = partsOfMail([{ text: written.message.trim() }, ...quote], "", brand);
  return html.replace(/<style>[^<]*<\/style>/, "");
}

/** The email as it will arrive. */
export function Preview(props: PreviewProps) {
  const { open, onClose, row, written } = props;
  return (
    <Dialog open={open} onClose={onClose} title="Reply preview" width="md">
      <DialogBody>
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 pb-3 text-sm">
          <dt className="text-ink-2">To</dt>
          <dd className="wrap-anywhere">
            <Email address={row.email} />
          </dd>
          <dt className="text-ink-2">Subject</dt>
          <dd className="font-medium wrap-anywhere">{written.subject}</dd>
        </dl>
        {/* Sandboxed: nothing in it runs or loads. */}
        <iframe
          title="Email"
          sandbox=""
          srcDoc={pageOf(props)}
          className="h-[min(32rem,55dvh)] w-full rounded-md border border-line bg-white"
        />
      </DialogBody>
    </Dialog>
  );
}
