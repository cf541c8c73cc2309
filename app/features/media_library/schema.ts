import * as z from "zod/mini";
import type { MediaFile } from "#app/lib/data/database.types.ts";

/** The database's length limits (supabase/migrations, media_library). */
export const LONGEST = { alt_text: 500, caption: 2000 } as const;

export const MEDIA_LABELS = { alt_text: "Alt text", caption: "Caption" } as const;

const words = (name: keyof typeof LONGEST) =>
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(
          LONGEST[name],
          `${MEDIA_LABELS[name]} can have at most ${LONGEST[name]} characters`,
        ),
      ),
    z.transform((text: string) => text || null),
  );

/** Validates a file's texts; blank becomes null. */
export const mediaDetails = z.object({
  alt_text: words("alt_text"),
  caption: words("caption"),
});

export type MediaDraft = z.input<typeof mediaDetails>;
export type MediaDetails = z.output<typeof mediaDetails>;

export const draftOf = (file?: Pick<MediaFile, "alt_text" | "caption">): MediaDraft => ({
  alt_text: file?.alt_text ?? "",
  caption: file?.caption ?? "",
});
