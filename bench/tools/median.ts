/** The median; for an even count, the upper of the two middle values. */
export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] as number;
