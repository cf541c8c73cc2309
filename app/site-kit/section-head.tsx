import type { Placed } from "#app/content/index.ts";
import { unbroken } from "./unbroken.tsx";

interface SectionHeadProps {
  title: string;
  description?: string;
  titleAt?: Placed;
  descriptionAt?: Placed;
  className?: string;
}

/** A section's title on the left, with its description set lower on the right. */
export function SectionHead({
  title,
  description,
  titleAt,
  descriptionAt,
  className = "",
}: SectionHeadProps) {
  if (!title && !description) return null;
  return (
    <div className={`grid gap-x-8 gap-y-5 lg:grid-cols-12 lg:items-end ${className}`}>
      {title && (
        <h2 className="max-w-[11.5em] text-4xl lg:col-span-7" {...titleAt}>
          {unbroken(title)}
        </h2>
      )}
      {description && (
        <p className="max-w-[26.5em] text-lg text-ink-2 lg:col-span-5 lg:pb-1.5" {...descriptionAt}>
          {unbroken(description)}
        </p>
      )}
    </div>
  );
}
