import * as z from "zod/mini";
import type { MediaFile } from "#app/lib/data/database.types.ts";

/** The database's length limits (supabase/migrations, media_library). */
export const MAX_LENGTHS = { alt_text: 500, caption: 2000 } as const;

export const MEDIA_LABELS = {
  alt_text: "Alt text",
  caption: "Caption",
  is_decorative: "Decorative",
} as const;

export const DECORATIVE = "It adds no information, so screen readers skip it.";

const words = (name: keyof typeof MAX_LENGTHS) =>
  z.pipe(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(
          MAX_LENGTHS[name],
          `${MEDIA_LABELS[name]} can have at most ${MAX_LENGTHS[name]} characters`,
        ),
      ),
    z.transform((text: string) => text || null),
  );

/** Validates a file's texts; blank becomes null. A decorative image has no alt text. */
export const mediaDetails = z.pipe(
  z.object({
    alt_text: words("alt_text"),
    caption: words("caption"),
    is_decorative: z.boolean(),
  }),
  z.transform(({ alt_text, ...rest }) => ({
    ...rest,
    alt_text: rest.is_decorative ? null : alt_text,
  })),
);

export type MediaDraft = z.input<typeof mediaDetails>;
export type MediaDetails = z.output<typeof mediaDetails>;

export const draftOf = (
  file?: Pick<MediaFile, "alt_text" | "caption" | "is_decorative">,
): MediaDraft => ({
  alt_text: file?.alt_text ?? "",
  caption: file?.caption ?? "",
  is_decorative: file?.is_decorative ?? false,
});
