import type { ReactNode } from "react";
import { text } from "./text.ts";

interface ClosingCallProps<Field extends string> {
  of: { [Name in Field]: string };
  /** the names of its texts in the section */
  title?: Field;
  description?: Field;
  /** the buttons */
  children: ReactNode;
  /** an illustration at the bottom right, from 48rem on; without one, the call is a low strip */
  art?: ReactNode;
  /** its floor: the brand's color, or a light tint of it */
  look?: "brand" | "soft";
}

const LOOKS = {
  brand: "dark-section call-to-action bg-brand text-on-brand",
  soft: "bg-brand-soft",
};

/** A page's closing call to action (the content section `cta`). Empty if staff left it blank. */
export function ClosingCall<Field extends string = "title" | "description">({
  of,
  title = "title" as Field,
  description = "description" as Field,
  children,
  art,
  look = "brand",
}: ClosingCallProps<Field>) {
  if (!of[title] && !of[description]) return null;
  const shape = art
    ? {
        words: "py-16 md:col-span-7 lg:py-28",
        title: "max-w-[9em] text-5xl tracking-[-0.04em] md:max-lg:text-4xl",
      }
    : { words: "flex flex-wrap items-end justify-between gap-x-12 py-14", title: "text-3xl" };
  return (
    <section id="cta" className={`overflow-hidden ${LOOKS[look]}`}>
      <div className={`wrap ${art ? "grid gap-x-8 md:grid-cols-12" : ""}`}>
        <div className={shape.words}>
          <div>
            {of[title] && <h2 className={shape.title} {...text(of, title)} />}
            {of[description] && (
              <p className="mt-5 max-w-[28em] text-lg" {...text(of, description)} />
            )}
          </div>
          <div className="mt-8 flex flex-wrap gap-4 max-[30rem]:*:w-full">{children}</div>
        </div>
        {art && <div className="hidden items-end md:col-span-5 md:flex md:pt-16">{art}</div>}
      </div>
    </section>
  );
}
