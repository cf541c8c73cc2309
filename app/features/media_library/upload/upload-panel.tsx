import CircleCheck from "lucide-react/icons/circle-check";
import RotateCw from "lucide-react/icons/rotate-cw";
import X from "lucide-react/icons/x";
import { useEffect, useRef, useState } from "react";
import { withAuthorNote } from "#app/admin-kit/forms/note.tsx";
import { keepFocus } from "#app/admin-kit/shell/keyboard.ts";
import { MEDIA_MESSAGES } from "#app/lib/errors/media-messages.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { formatBytes } from "#app/lib/text/formats.ts";
import { lengthError } from "#app/lib/text/length-error.ts";
import { Progress } from "#app/ui/display/progress.tsx";
import { Button, IconButton } from "#app/ui/inputs/button.tsx";
import { ChooseFiles } from "#app/ui/inputs/choose-files.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { KindIcon } from "../admin/thumbnail.tsx";
import { ACCEPT, ACCEPT_IMAGES, declaredType, KINDS_IN_WORDS, kindOf } from "../files.ts";
import { DECORATIVE, MAX_LENGTHS, MEDIA_LABELS, type MediaDraft } from "../schema.ts";
import type { Upload, Uploads } from "./use-uploads.ts";

interface UploadPanelProps {
  uploads: Uploads;
  imagesOnly?: boolean;
}

/** The file picker, and each chosen file with its texts and progress. */
export function UploadPanel({ uploads, imagesOnly = false }: UploadPanelProps) {
  const { uploads: all } = uploads;
  const failed = uploads.underWay ? 0 : all.filter(({ state }) => state === "failed").length;
  const panel = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLUListElement>(null);
  // A pressed "Try again", "Cancel" or "Remove" disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the files
  useEffect(() => keepFocus(list.current ?? panel.current), [all]);
  const limit = formatBytes(readBrowserConfig().mediaMaxBytes);
  return (
    <>
      <div
        ref={panel}
        tabIndex={-1}
        className="grid justify-items-center gap-2 rounded-md border-2 border-dashed border-line-strong bg-paper-2 px-4 py-6 text-center"
      >
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
          {MEDIA_MESSAGES.cleaned}
          {!imagesOnly && " Other file types are stored as they are."}
        </p>
      </div>
      <p role="status" className="text-sm font-medium empty:hidden">
        {failed > 0 &&
          `${failed} of ${all.length} ${all.length === 1 ? "file" : "files"} failed to upload.`}
      </p>
      {all.length > 0 && (
        <ul ref={list} tabIndex={-1} aria-label="Chosen files" className="grid gap-3">
          {failuresFirst(all).map((upload) => (
            <UploadRow key={upload.id} upload={upload} {...uploads} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Failures first, finished files last; the rest in the order chosen. */
const RANKS: Partial<Record<Upload["state"], number>> = { failed: -2, refused: -1, done: 1 };
const rank = ({ state }: Upload) => RANKS[state] ?? 0;
const failuresFirst = (uploads: readonly Upload[]) => uploads.toSorted((a, b) => rank(a) - rank(b));

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

type UploadRowProps = { upload: Upload } & Pick<
  Uploads,
  "describe" | "start" | "cancel" | "remove"
>;

/** One chosen file: its name, its texts and its progress. */
function UploadRow({ upload, describe, start, cancel, remove }: UploadRowProps) {
  const { id, file, draft, preview, state, progress, reason } = upload;
  const [broken, setBroken] = useState(false);
  const underWay = state === "waiting" || state === "sending";
  const isImage = kindOf(declaredType(file)) === "image";
  return (
    <li
      aria-label={file.name}
      className="grid grid-cols-[3.5rem_1fr] gap-x-4 gap-y-3 rounded-md border border-line p-3"
    >
      <div className="relative grid size-14 place-items-center overflow-hidden rounded-sm bg-paper-2">
        <KindIcon mimeType={declaredType(file)} className="size-6" />
        {preview && !broken && (
          <img
            src={preview}
            alt=""
            onError={() => setBroken(true)}
            className="absolute inset-0 size-full bg-paper-2 object-cover"
          />
        )}
      </div>
      <div className="flex min-w-0 items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-0.5">
          <p title={file.name} className="line-clamp-2 text-sm font-medium wrap-anywhere">
            {file.name}
          </p>
          <p className="font-mono text-2xs text-ink-2">{formatBytes(file.size)}</p>
        </div>
        {state === "done" ? (
          <CircleCheck role="img" aria-label="Uploaded" className="size-5 text-success" />
        ) : underWay ? (
          <Button size="sm" onClick={() => cancel(id)}>
            Cancel
          </Button>
        ) : (
          <IconButton
            label={`Remove ${file.name}`}
            icon={<X aria-hidden />}
            onClick={() => remove(id)}
          />
        )}
      </div>
      <div className="col-span-2 grid gap-3 empty:hidden">
        {underWay && (
          <Progress
            label={state === "waiting" ? "Waiting…" : "Uploading…"}
            value={state === "waiting" ? 0 : Math.floor(progress * 100)}
          />
        )}
        {reason && (
          <p role="alert" className="text-sm text-danger">
            {reason}
          </p>
        )}
        {(state === "failed" || state === "cancelled") && (
          <div className="flex flex-wrap items-center gap-3">
            <Button size="sm" onClick={() => start([id])}>
              <RotateCw aria-hidden />
              Try again
            </Button>
            {state === "cancelled" && <p className="text-sm text-ink-2">Canceled</p>}
          </div>
        )}
        {state !== "refused" && state !== "done" && (
          <Texts
            {...{ draft, isImage }}
            disabled={underWay}
            onChange={(changes) => describe(id, { ...draft, ...changes })}
          />
        )}
      </div>
    </li>
  );
}

interface TextsProps {
  draft: MediaDraft;
  isImage: boolean;
  disabled: boolean;
  onChange: (changes: Partial<MediaDraft>) => void;
}

/** A chosen file's alt text and caption; an image can be decorative instead. */
function Texts({ draft, isImage, disabled, onChange }: TextsProps) {
  const { alt_text, caption, is_decorative } = draft;
  const described = "Describe the image for people who can't see it";
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        className="content-start"
        label={MEDIA_LABELS.alt_text}
        error={lengthError(alt_text, MAX_LENGTHS.alt_text)}
        description={isImage && !is_decorative && withAuthorNote("alt_text", alt_text, described)}
      >
        <Input
          disabled={disabled || is_decorative}
          value={alt_text}
          onValueChange={(typed) => onChange({ alt_text: typed })}
        />
      </Field>
      <Field
        className="content-start"
        label={MEDIA_LABELS.caption}
        error={lengthError(caption, MAX_LENGTHS.caption)}
      >
        <Input
          disabled={disabled}
          value={caption}
          onValueChange={(typed) => onChange({ caption: typed })}
        />
      </Field>
      {isImage && (
        <Field
          className="sm:col-span-2"
          label={MEDIA_LABELS.is_decorative}
          description={DECORATIVE}
          inline
          nativeLabel={false}
        >
          <Switch
            disabled={disabled}
            checked={is_decorative}
            onCheckedChange={(on) => onChange({ is_decorative: on })}
          />
        </Field>
      )}
    </div>
  );
}
