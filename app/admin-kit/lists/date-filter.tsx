import { useEffect, useRef } from "react";
import { Input } from "#app/ui/inputs/input.tsx";

/** While a year is typed, 2026 is first 0002, 0020 and 0202, which are valid too. */
const HAS_WHOLE_YEAR = /^(19|2\d)\d\d-/;

interface DateFilterProps {
  type?: "date" | "datetime-local";
  /** as in the input: "2026-11-24", or "2026-11-24T09:00"; "" for none */
  value: string;
  onValueChange: (value: string) => void;
  className?: string;
}

/**
 * Filters a list by a day or a time in the URL. The input keeps what is typed: the URL changes a moment later, and a
 * date that is set again meanwhile can't be typed to its end.
 */
export function DateFilter({ type = "date", value, onValueChange, className }: DateFilterProps) {
  const input = useRef<HTMLInputElement>(null);
  /** What the URL has or will have: while one date arrives, the next may be typed. */
  const sent = useRef([value]);
  useEffect(() => {
    const at = sent.current.indexOf(value);
    // The URL changed elsewhere (Back, a link).
    if (input.current && at < 0) input.current.value = value;
    sent.current = at < 0 ? [value] : sent.current.slice(at);
  }, [value]);
  return (
    <Input
      ref={input}
      type={type}
      className={className}
      defaultValue={value}
      onValueChange={(next) => {
        // A half-typed date reads as none.
        if (next === "" ? input.current?.validity.badInput : !HAS_WHOLE_YEAR.test(next)) return;
        sent.current.push(next);
        onValueChange(next);
      }}
    />
  );
}
