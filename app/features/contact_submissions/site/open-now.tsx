import { useEffect, useState } from "react";
import { type Content, place } from "#app/content/index.ts";
import { isOpen, readWeek } from "#app/lib/domain/business-hours.ts";

const LOOK_AGAIN_MS = 15_000;

interface OpenNowProps {
  days: readonly { label: string; hours: string }[];
  words: Pick<Content<"contact">["business_hours"], "open_label" | "closed_label">;
  /** in a preview */
  atFirst?: boolean | undefined;
}

/**
 * Whether the office is open at this moment. The page is the same for everyone at every hour, so
 * only the browser can know; its place is kept from the start.
 */
export function OpenNow({ days, words, atFirst }: OpenNowProps) {
  const [open, setOpen] = useState(atFirst);
  useEffect(() => {
    const week = readWeek(days);
    if (!week) return;
    const look = () => setOpen(isOpen(week, new Date()));
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [days]);
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
