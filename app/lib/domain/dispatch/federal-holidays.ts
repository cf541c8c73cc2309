const DAY_MS = 86_400_000;
const FRIDAY = 5;
const MONDAY = 1;
const THURSDAY = 4;

/** Month and day, from 1. */
const FIXED: readonly (readonly [month: number, date: number])[] = [
  [1, 1],
  [6, 19],
  [7, 4],
  [11, 11],
  [12, 25],
];
/** The nth of a weekday in a month; the last Monday of May is apart. */
const NTH: readonly (readonly [month: number, weekday: number, nth: number])[] = [
  [1, MONDAY, 3],
  [2, MONDAY, 3],
  [9, MONDAY, 1],
  [10, MONDAY, 2],
  [11, THURSDAY, 4],
];

const read = (day: number) => {
  const at = new Date(day * DAY_MS);
  return { month: at.getUTCMonth() + 1, date: at.getUTCDate(), weekday: at.getUTCDay() };
};

const isFixed = (day: number) => {
  const { month, date } = read(day);
  return FIXED.some(([m, d]) => m === month && d === date);
};

/**
 * Whether US federal offices are closed that day for a holiday (5 U.S.C. 6103): one on a Saturday is observed on
 * Friday, one on a Sunday on Monday.
 * @param day days since 1970-01-01
 */
export function isFederalHoliday(day: number): boolean {
  const { month, date, weekday } = read(day);
  if (weekday === 0 || weekday === 6) return isFixed(day);
  if (isFixed(day)) return true;
  if (weekday === FRIDAY && isFixed(day + 1)) return true;
  if (weekday === MONDAY && isFixed(day - 1)) return true;
  if (month === 5 && weekday === MONDAY && date > 24) return true;
  return NTH.some(([m, w, nth]) => m === month && w === weekday && Math.ceil(date / 7) === nth);
}
