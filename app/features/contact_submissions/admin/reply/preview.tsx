import type { Lead } from "#app/lib/data/database.types.ts";
import { Email } from "#app/ui/display/email.tsx";
import { Dialog, DialogBody } from "#app/ui/overlays/dialog.tsx";
import { zonedFormat } from "#contract/company-zone.ts";
import { partsOfMail } from "#supabase/functions/_shared/mail-parts.ts";
import type { Written } from "./queries.ts";
import type { Sender } from "./reply-box.tsx";

const longDate = zonedFormat("en-US", { dateStyle: "long" });

export interface PreviewProps {
  open: boolean;
  onClose: () => void;
  row: Lead;
  written: Written;
  sender: Sender;
}

/** The email's HTML from the code that sends it, minus the style sheet, which is for dark mode. */
function pageOf({ row, written, sender }: PreviewProps): string {
  const quoted = row.message
    ? [{ note: `On ${longDate(row.created_at)}, ${row.name} wrote:` }, { quote: row.message }]
    : [];
  const brand = { company: sender.company ?? "", color: sender.color ?? null };
  const { html } = partsOfMail([{ text: written.message.trim() }, ...quoted], "", brand);
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
