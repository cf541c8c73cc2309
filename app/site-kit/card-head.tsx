import type { ReactNode } from "react";
import type { Placed } from "#app/content/index.ts";
import { Mark } from "#app/ui/icons/mark.tsx";
import { unbroken } from "./unbroken.tsx";

interface CardHeadProps {
  title: string;
  description?: string;
  titleAt?: Placed;
  descriptionAt?: Placed;
  /** the title's id, for what it labels */
  id?: string;
  /** bars or stripes at the right; they give way on phones and next to long titles */
  children: ReactNode;
}

/** The header of every label on the site, the same at every width: mark, title, bars. */
export function CardHead({
  title,
  description,
  titleAt,
  descriptionAt,
  id,
  children,
}: CardHeadProps) {
  return (
    <div
      className={`flex gap-4 border-b-2 p-5 sm:items-center sm:px-8 ${description ? "items-start" : "items-center"}`}
    >
      <Mark className="size-9 flex-none" />
      <div className="max-w-[calc(100%-3.25rem)] flex-none sm:max-w-[calc(100%-4.25rem)]">
        {title && (
          <h2 id={id} className="text-xl" {...titleAt}>
            {unbroken(title)}
          </h2>
        )}
        {description && (
          <p className="mt-1 text-ink-2" {...descriptionAt}>
            {unbroken(description)}
          </p>
        )}
      </div>
      <div className="ml-auto hidden min-w-0 shrink-[99] justify-end sm:flex">{children}</div>
    </div>
  );
}
