import FileText from "lucide-react/icons/file-text";
import Film from "lucide-react/icons/film";
import Image from "lucide-react/icons/image";
import Music from "lucide-react/icons/music";
import { useState } from "react";
import type { MediaFile } from "#app/lib/data/database.types.ts";
import { cx } from "#app/ui/cx.ts";
import { freshUrlOf, type Kind, kindOf, resizedUrlOf } from "../files.ts";

const ICONS: Record<Kind, typeof Image> = {
  image: Image,
  video: Film,
  audio: Music,
  document: FileText,
};

/** Shown for a file without a picture, and behind a picture until it loads. */
export function KindIcon({ mimeType, className }: { mimeType: string; className?: string }) {
  const Icon = ICONS[kindOf(mimeType) ?? "document"];
  return <Icon aria-hidden strokeWidth={1.25} className={cx("text-ink-3", className)} />;
}

interface ThumbnailProps {
  file: MediaFile;
  /** the displayed width, as for the `sizes` of an image */
  sizes: string;
  className?: string;
}

/**
 * A picture of the file, or a generic icon. If there is no resized copy (a backend without
 * resizing), the file itself is shown; a broken picture is hidden (rule M-1).
 */
export function Thumbnail({ file, sizes, className }: ThumbnailProps) {
  const [failures, setFailures] = useState(0);
  const shown = kindOf(file.mime_type) === "image" && failures < 2;
  return (
    <div className={cx("relative grid place-items-center overflow-hidden bg-paper-2", className)}>
      <KindIcon mimeType={file.mime_type} className="size-1/3 max-h-12 max-w-12" />
      {shown && (
        <img
          key={failures}
          alt=""
          src={failures === 0 ? resizedUrlOf(file, 320) : freshUrlOf(file)}
          srcSet={
            failures === 0
              ? `${resizedUrlOf(file, 160)} 160w, ${resizedUrlOf(file, 320)} 320w, ${resizedUrlOf(file, 640)} 640w`
              : undefined
          }
          sizes={sizes}
          loading="lazy"
          decoding="async"
          onError={() => setFailures(failures + 1)}
          className="absolute inset-0 size-full bg-paper-2 object-contain"
        />
      )}
    </div>
  );
}
