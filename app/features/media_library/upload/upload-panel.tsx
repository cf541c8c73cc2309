import { MESSAGES } from "#app/lib/errors/messages.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { formatBytes } from "#app/lib/text/formats.ts";
import { ACCEPT, ACCEPT_IMAGES, KINDS_IN_WORDS } from "../files.ts";
import { ChooseFiles } from "./choose-files.tsx";
import { UploadRow } from "./upload-row.tsx";
import type { Upload, Uploads } from "./use-uploads.ts";

interface UploadPanelProps {
  uploads: Uploads;
  imagesOnly?: boolean;
}

/** Choosing files, and each chosen file with its texts and its progress. */
export function UploadPanel({ uploads, imagesOnly = false }: UploadPanelProps) {
  const { uploads: all } = uploads;
  const failed = uploads.underWay ? 0 : all.filter(({ state }) => state === "failed").length;
  const limit = formatBytes(readBrowserConfig().mediaMaxBytes);
  return (
    <>
      <div className="grid justify-items-center gap-2 rounded-md border-2 border-dashed border-line-strong bg-paper-2 px-4 py-6 text-center">
        <ChooseFiles
          label={imagesOnly ? "Choose an image" : "Choose files"}
          accept={imagesOnly ? ACCEPT_IMAGES : ACCEPT}
          multiple={!imagesOnly}
          onFiles={uploads.add}
        />
        <p className="text-sm text-ink-2">
          or drop {imagesOnly ? "it" : "them"} anywhere on this page
        </p>
        <p className="text-xs text-ink-2">
          {imagesOnly ? "Images" : capital(KINDS_IN_WORDS)}, up to {limit} each
        </p>
        <p className="text-xs text-ink-2">
          {MESSAGES.media.cleaned}
          {!imagesOnly && " Other file types are stored as they are."}
        </p>
      </div>
      <p role="status" className="text-sm font-medium empty:hidden">
        {failed > 0 &&
          `${failed} of ${all.length} ${all.length === 1 ? "file" : "files"} failed to upload.`}
      </p>
      {all.length > 0 && (
        <ul aria-label="Chosen files" className="grid gap-3">
          {failuresFirst(all).map((upload) => (
            <UploadRow key={upload.id} upload={upload} {...uploads} />
          ))}
        </ul>
      )}
    </>
  );
}

/** What needs someone on top, what has arrived at the end; the rest stays as it was chosen. */
const RANKS: Partial<Record<Upload["state"], number>> = { failed: -2, refused: -1, done: 1 };
const rank = ({ state }: Upload) => RANKS[state] ?? 0;
const failuresFirst = (uploads: readonly Upload[]) => uploads.toSorted((a, b) => rank(a) - rank(b));

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
