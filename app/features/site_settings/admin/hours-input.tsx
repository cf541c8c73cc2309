import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { type HoursOnCard, typedWeek } from "#app/lib/domain/business-hours.ts";
import { cx } from "#app/ui/cx.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { CONTROL } from "#app/ui/inputs/input.tsx";
import { hoursText, MONDAY_FIRST, weekText } from "../opening-hours.ts";

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Spans = ReturnType<typeof typedWeek>[number];

/** The default hours of a newly opened day. */
const USUAL: Spans = [{ from: "09:00", to: "17:00" }];

export interface HoursInputProps {
  field: Autosave;
  /** the hours on the contact page; undefined until loaded */
  onCard: HoursOnCard | undefined;
}

/**
 * The week's hours, day by day. Times save on blur; adding a day or a second span saves at once.
 * Until any are set, shows those on the contact page, because they apply.
 */
export function HoursInput({ field, onCard: read }: HoursInputProps) {
  const onCard = read?.week && weekText(read.week);
  const week = typedWeek(field.text || onCard || "");
  const withDay = (day: number, spans: Spans) =>
    hoursText(week.map((old, at) => (at === day ? spans : old)));
  /** A new day copies the hours of the previous open day in the list. */
  const before = (day: number) =>
    MONDAY_FIRST.slice(0, MONDAY_FIRST.indexOf(day))
      .map((one) => week[one] ?? [])
      .findLast((spans) => spans.length > 0) ?? USUAL;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only detects when the pointer leaves
    <div
      className="grid gap-2"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) field.commit();
      }}
    >
      <ul className="divide-y divide-line rounded-md border border-line">
        {MONDAY_FIRST.map((day) => (
          <Day
            key={day}
            name={DAYS[day] as string}
            spans={week[day] ?? []}
            opensLike={before(day)}
            onType={(spans) => field.edit(withDay(day, spans))}
            onChoose={(spans) => field.put(withDay(day, spans))}
          />
        ))}
      </ul>
      {onCard && field.text !== "" && !field.unsaved && field.text !== onCard && (
        <Note>
          The contact page shows visitors different hours. Update it in the Content Editor.
        </Note>
      )}
      {read?.otherZone && (
        <Note>{`The contact page says ${read.otherZone}, but these hours are in ${read.zone}.`}</Note>
      )}
    </div>
  );
}

interface DayProps {
  name: string;
  spans: Spans;
  opensLike: Spans;
  onType: (spans: Spans) => void;
  onChoose: (spans: Spans) => void;
}

function Day({ name, spans, opensLike, onType, onChoose }: DayProps) {
  const isOpen = spans.length > 0;
  return (
    <li
      className={cx(
        "grid gap-x-4 gap-y-1 px-3 py-2",
        isOpen ? "sm:grid-cols-[8rem_minmax(0,1fr)]" : "grid-cols-[8rem_minmax(0,1fr)]",
      )}
    >
      <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          aria-label={`Open on ${name}`}
          checked={isOpen}
          onChange={({ currentTarget }) => onChoose(currentTarget.checked ? opensLike : [])}
          className="size-5 shrink-0 cursor-pointer accent-brand"
        />
        {name}
      </label>
      <div className="grid gap-2">
        {spans.map((span, at) => {
          const second = at > 0 ? " again" : "";
          const type = (typed: Partial<Spans[number]>) =>
            onType(spans.map((old, one) => (one === at ? { ...old, ...typed } : old)));
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two, which never move
            <div key={at} className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
              <Time
                label={`${name} opens${second}`}
                value={span.from}
                onType={(from) => type({ from })}
              />
              <span className="text-sm text-ink-2">to</span>
              <Time
                label={`${name} closes${second}`}
                value={span.to === "24:00" ? "00:00" : span.to}
                onType={(to) => type({ to: to === "00:00" ? "24:00" : to })}
              />
              <span className="text-xs">
                {spans.length === 1 ? (
                  <TextButton onClick={() => onType([...spans, { from: "", to: "" }])}>
                    Add hours<span className="sr-only">: {name}</span>
                  </TextButton>
                ) : (
                  at > 0 && (
                    <TextButton onClick={() => onChoose(spans.slice(0, 1))}>
                      Remove<span className="sr-only">: second hours of {name}</span>
                    </TextButton>
                  )
                )}
              </span>
            </div>
          );
        })}
        {!isOpen && <span className="self-center text-sm text-ink-2">Closed</span>}
      </div>
    </li>
  );
}

interface TimeProps {
  label: string;
  value: string;
  onType: (time: string) => void;
}

const Time = ({ label, value, onType }: TimeProps) => (
  <input
    type="time"
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onType(currentTarget.value)}
    className={cx(
      CONTROL,
      "h-9 w-auto! text-sm tabular-nums max-sm:px-2 pointer-coarse:h-11 pointer-coarse:text-base",
    )}
  />
);
