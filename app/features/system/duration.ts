/** "3 days", "1 minute": whole units of a stretch of time in seconds, the largest that fits twice. */
export function formatDuration(seconds: number): string {
  const [size, unit]: [number, string] =
    seconds >= 2 * 86_400
      ? [86_400, "day"]
      : seconds >= 2 * 3_600
        ? [3_600, "hour"]
        : [60, "minute"];
  const format = { style: "unit", unit, unitDisplay: "long" } as const;
  return Math.floor(seconds / size).toLocaleString("en-US", format);
}
