import { useEffect, useState } from "react";
import { type Content, place } from "#app/content/index.ts";
import { isOpen, type Week } from "#app/lib/domain/business-hours.ts";

const LOOK_AGAIN_MS = 15_000;

interface OpenNowProps {
  /** undefined: unknown */
  week: Week | undefined;
  /** the office's time zone */
  zone: string;
  words: Pick<Content<"contact">["business_hours"], "open_label" | "closed_label">;
  /** the initial state, in a preview */
  atFirst?: boolean | undefined;
}

/**
 * Whether the office is open right now. The page is cached for everyone, so only the browser knows;
 * the space is reserved from the start.
 */
export function OpenNow({ week, zone, words, atFirst }: OpenNowProps) {
  const [open, setOpen] = useState(atFirst);
  useEffect(() => {
    if (!week) return;
    const look = () => setOpen(isOpen(week, new Date(), zone));
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [week, zone]);
  return (
    <p
      className="open-now"
      data-open={open}
      {...(open !== undefined && place(words, open ? "open_label" : "closed_label"))}
    >
      {open === undefined ? "" : open ? words.open_label : words.closed_label}
    </p>
  );
}
