/** An hour of a week, by the company's clock; day 0 is Sunday. */
export interface WeekHour {
  day: number;
  hour: number;
}

/** Day and time, as a page shows them: "Mon, Nov 30", "5:00 PM PST". */
export type Point = readonly [day: string, time: string];

/** From an hour of a weekday on, until the next row: the cutoff, the truck, and the marketplace's deadline. */
export type ClockRow = readonly [
  day: number,
  hour: number,
  cutoff: Point,
  truck: Point,
  deadline: Point,
];

/** The row of an hour, on the server and in the browser; each day has one from midnight on. */
export const rowAt = (rows: readonly ClockRow[], { day, hour }: WeekHour) =>
  rows.findLast(([weekday, from]) => weekday === day && from <= hour) as ClockRow;
