import { useMutation } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import Paperclip from "lucide-react/icons/paperclip";
import type { InboundAttachment } from "#app/lib/data/database.types.ts";
import { ANSWER_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { formatBytes } from "#app/lib/text/formats.ts";
import { download } from "#app/ui/download.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { attachmentOf } from "./queries.ts";

/** The files of an email. They are saved, and never opened here. */
export const Attachments = ({ files }: { files: readonly InboundAttachment[] }) => (
  <ul aria-label="Attachments" className="grid gap-1.5">
    {files.map((file, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: files without content have no id, and never move
      <File key={place} file={file} />
    ))}
  </ul>
);

function File({ file: { id, name, size } }: { file: InboundAttachment }) {
  const fetching = useMutation({
    mutationFn: attachmentOf,
    onSuccess: (content) => download(content, name),
    onError: (cause) => toast.failure(words.download(cause), cause),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface py-1.5 pr-1.5 pl-3">
      <Paperclip aria-hidden className="size-4 shrink-0 text-ink-3" />
      <p className="min-w-0 flex-1 basis-40 wrap-anywhere">
        {name} <span className="text-xs whitespace-nowrap text-ink-2">{formatBytes(size)}</span>
        {!id && (
          <span className="block text-xs text-ink-2">
            Too large to store. Ask the sender for a link to it.
          </span>
        )}
      </p>
      {id && (
        <Button
          size="sm"
          look="ghost"
          aria-label={`Download ${name}`}
          pending={fetching.isPending}
          onClick={() => fetching.mutate(id)}
        >
          <Download aria-hidden className="size-4" />
          Download
        </Button>
      )}
    </li>
  );
}
