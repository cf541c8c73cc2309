import type { CSSProperties } from "react";
import { type Content, items } from "#app/content/index.ts";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

interface TimelineProps {
  faqs: Content<"sourcing">["faqs"];
  ranges: readonly WeekRange[];
}

/**
 * The ranges of weeks in the answers, as bars over one axis. For screen readers the answers say the
 * same.
 */
export function Timeline({ faqs, ranges }: TimelineProps) {
  const { step, end } = axisOf(ranges);
  const percent = (weeks: number) => `${(weeks / end) * 100}%`;
  const labels = items(faqs, "route");
  const ticks = Array.from({ length: end / step }, (_, tick) => tick * step);
  return (
    <figure
      className="mt-10"
      aria-hidden="true"
      style={{ "--step": percent(step) } as CSSProperties}
    >
      {faqs.timeline_title && (
        <figcaption
          className="text-xl font-display font-bold tracking-[-0.02em]"
          {...text(faqs, "timeline_title")}
        />
      )}
      {ranges.map(({ from, to, open, words }, index) => {
        const label = labels.find(({ number }) => number === index + 1);
        return (
          <div key={words} className="pt-4">
            <p className="flex flex-wrap justify-between gap-x-4">
              {label && <span className="font-semibold" {...text(label, "label")} />}
              <span className="code pt-0.5">{unbroken(words)}</span>
            </p>
            <div className="week-scale">
              <div
                data-open={open || undefined}
                style={
                  {
                    marginLeft: percent(from),
                    width: percent((open ? end : to) - from),
                    "--sure": open ? `${((to - from) / (end - from)) * 100}%` : undefined,
                  } as CSSProperties
                }
              />
            </div>
          </div>
        );
      })}
      <div className="code text-ink-2">
        <p className="flex">
          {ticks.map((tick) => (
            <span key={tick} className="flex-1">
              {tick}
            </span>
          ))}
        </p>
      </div>
    </figure>
  );
}

/** The axis of a timeline in weeks: at most eight steps, with room behind an open end. */
export function axisOf(ranges: readonly WeekRange[]) {
  const longest = Math.max(...ranges.map(({ to, open }) => to + (open ? 1 : 0)));
  const step = [2, 4, 8, 13].find((weeks) => longest / weeks <= 6) ?? 26;
  return { step, end: Math.ceil(longest / step) * step };
}

interface WeekRange {
  from: number;
  to: number;
  /** it may take longer: "10-16+ weeks" */
  open: boolean;
  /** as written in the text: "10-16+ weeks" */
  words: string;
}

/** The week ranges in a text, in order: "in 2-4 weeks" gives from 2 to 4. */
export function weekRanges(text: string): WeekRange[] {
  return [...text.matchAll(/(\d{1,3})\s?[-–]\s?(\d{1,3})(\+?) weeks/g)]
    .map(([words, from, to, plus]) => ({
      from: Number(from),
      to: Number(to),
      open: plus === "+",
      words,
    }))
    .filter(({ from, to }) => from < to);
}
