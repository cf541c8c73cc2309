import { DAY_CODES, type TypedWeek, typedWeek, type Week } from "#app/lib/domain/business-hours.ts";

/** The order in which people read a week. */
export const MONDAY_FIRST: readonly number[] = [1, 2, 3, 4, 5, 6, 0];

/** A week in the format of the setting `opening_hours`; "" if no day has hours. */
export const hoursText = (week: TypedWeek): string =>
  MONDAY_FIRST.flatMap((day) => {
    const spans = week[day]?.map(({ from, to }) => `${from}-${to}`) ?? [];
    return spans.length > 0 ? [`${DAY_CODES[day]} ${spans.join(",")}`] : [];
  }).join("; ");

const OPENS = /^([01]\d|2[0-3]):[0-5]\d$/;
const CLOSES = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** Whether every open day has valid times, and the text has nothing else. */
export function hasTimes(text: string): boolean {
  const week = typedWeek(text);
  const isTimed = week.flat().every(({ from, to }) => OPENS.test(from) && CLOSES.test(to));
  return isTimed && hoursText(week) === text;
}

/** Whether each day has at most two spans, in order, each opening before it closes. */
export const isInOrder = (text: string): boolean =>
  typedWeek(text).every((spans) => {
    const times = spans.flatMap(({ from, to }) => [from, to]);
    return times.length <= 4 && times.every((time, at) => at === 0 || time > String(times[at - 1]));
  });

/** A parsed week in the setting's format. */
export const weekText = (week: Week): string =>
  hoursText(
    week.map((spans) =>
      spans
        .toSorted((a, b) => a.from - b.from)
        .map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) })),
    ),
  );

const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
