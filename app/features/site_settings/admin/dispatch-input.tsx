import { useMemo } from "react";
import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { Note } from "#app/admin-kit/forms/note.tsx";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { dispatchTrouble } from "#app/lib/domain/dispatch/clock.ts";
import { WORKDAYS } from "#app/lib/domain/dispatch/dispatch.ts";
import { storedValue } from "./catalog.ts";

/** The weekdays of a text such as "Mon, Tue", as checkboxes; saved at once. */
export function DaysInput({ field }: { field: Autosave }) {
  const chosen = field.text.split(", ");
  const withDay = (day: string, on: boolean) =>
    WORKDAYS.filter((one) => (one === day ? on : chosen.includes(one))).join(", ");
  return (
    <ul className="flex flex-wrap gap-x-5">
      {WORKDAYS.map((day) => (
        <li key={day}>
          <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-sm pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={({ currentTarget }) => field.put(withDay(day, currentTarget.checked))}
              className="size-5 shrink-0 cursor-pointer accent-brand"
            />
            {day}
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Whether some order of the next twelve months would be late by the stored settings (rule V-24). */
export function DispatchNote({ rows }: { rows: readonly SiteSetting[] }) {
  const trouble = useMemo(() => {
    const stored = (key: string) =>
      storedValue(
        key,
        rows.find(({ setting_key }) => setting_key === key),
      );
    return dispatchTrouble(
      {
        dispatch_cutoff: stored("dispatch_cutoff"),
        dispatch_days: stored("dispatch_days"),
        dispatch_holidays: stored("dispatch_holidays"),
        dispatch_pickup: stored("dispatch_pickup"),
        time_zone: stored("time_zone"),
      },
      new Date(),
    );
  }, [rows]);
  return (
    <div role="status" className="empty:-mt-6">
      {trouble && <Note>{trouble.words}</Note>}
    </div>
  );
}
