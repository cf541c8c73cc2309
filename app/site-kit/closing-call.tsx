import type { ReactNode } from "react";
import type { Placed } from "#app/content/index.ts";
import { unbroken } from "./unbroken.tsx";

interface ClosingCallProps {
  title: string;
  description: string;
  titleAt?: Placed;
  descriptionAt?: Placed;
  /** the buttons */
  children: ReactNode;
  /** an illustration at the bottom right of the section */
  art?: ReactNode;
}

/** A page's closing call to action (the content section `cta`). Empty if staff left it blank. */
export function ClosingCall({
  title,
  description,
  titleAt,
  descriptionAt,
  children,
  art,
}: ClosingCallProps) {
  if (!title && !description) return null;
  return (
    <section
      id="cta"
      className="dark-section call-to-action overflow-hidden bg-brand text-on-brand"
    >
      <div className="wrap grid gap-x-8 gap-y-14 pt-20 lg:grid-cols-12 lg:pt-28">
        <div className={`lg:col-span-7 lg:pb-28 ${art ? "" : "pb-20"}`}>
          {title && (
            <h2 className="max-w-[9em] text-5xl tracking-[-0.04em]" {...titleAt}>
              {unbroken(title)}
            </h2>
          )}
          {description && (
            <p className="mt-7 max-w-[28em] text-lg" {...descriptionAt}>
              {unbroken(description)}
            </p>
          )}
          <div className="mt-10 flex flex-wrap gap-4">{children}</div>
        </div>
        {art && <div className="flex items-end lg:col-span-5">{art}</div>}
      </div>
    </section>
  );
}
