export interface WeekRange {
  from: number;
  to: number;
  /** as the text has it: "10-16+ weeks" */
  words: string;
}

/** The ranges of weeks that a text names, in its order: "in 2-4 weeks" gives from 2 to 4. */
export function weekRanges(text: string): WeekRange[] {
  return [...text.matchAll(/(\d{1,3})\s?[-–]\s?(\d{1,3})\+? weeks/g)]
    .map(([words, from, to]) => ({ words, from: Number(from), to: Number(to) }))
    .filter(({ from, to }) => from < to);
}
