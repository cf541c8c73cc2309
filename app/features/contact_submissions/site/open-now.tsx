import { useEffect, useState } from "react";
import { type Content, place } from "#app/content/index.ts";
import { isOpen, type Week } from "#app/lib/domain/business-hours.ts";

const LOOK_AGAIN_MS = 15_000;

interface OpenNowProps {
  /** undefined: nobody knows */
  week: Week | undefined;
  /** whose clock it goes by */
  zone: string;
  words: Pick<Content<"contact">["business_hours"], "open_label" | "closed_label">;
  /** in a preview */
  atFirst?: boolean | undefined;
}

/**
 * Whether the office is open at this moment. The page is the same for everyone at every hour, so
 * only the browser can know; its place is kept from the start.
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
