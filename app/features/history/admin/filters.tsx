import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { DateFilter } from "#app/admin-kit/lists/date-filter.tsx";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { useStaffName } from "#app/admin-kit/resource/use-staff-name.ts";
import { labelFromKey } from "#app/lib/text/formats.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { wallTime } from "#contract/time/company-zone.ts";
import { instantOfWall } from "#contract/time/wall-time.ts";
import { listFilters, name } from "../queries.ts";
import { kindName, personName } from "../words.ts";

/** The list's filters, as in the URL; "" means any. `since` is an ISO time, `row` an id. */
export const ANY = { person: "", kind: "", page: "", since: "", row: "" };

interface HistoryFiltersProps {
  /** the name of the row that the list is filtered to, once known */
  rowName: string | undefined;
  value: typeof ANY;
  onChange: (changes: Partial<typeof ANY>) => void;
}

/** Filters by person, kind, page, time and item. */
export function HistoryFilters({ rowName, value, onChange }: HistoryFiltersProps) {
  const lists = useContext(ListNames);
  const nameOf = useStaffName();
  const { data } = useQuery({ queryKey: [name, "filters"], queryFn: listFilters, staleTime: 0 });
  // A value from the URL stays an option, even if no change has it anymore.
  const choices = (
    any: string,
    known: readonly string[] = [],
    chosen: string,
    label = labelFromKey,
  ) =>
    [
      { value: "", label: any },
      ...[...new Set(chosen ? [...known, chosen] : known)].map((one) => ({
        value: one,
        label: label(one),
      })),
    ] as const;
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <NativeSelect
        label="Person"
        choices={choices("Anyone", data?.people, value.person, (one) => personName(one, nameOf))}
        value={value.person}
        onValueChange={(person) => onChange({ person })}
        className="sm:min-w-36"
      />
      <NativeSelect
        label="Kind"
        choices={choices("Everything", data?.kinds, value.kind, (kind) => kindName(kind, lists))}
        value={value.kind}
        onValueChange={(kind) => onChange({ kind, row: "" })}
        className="sm:min-w-36"
      />
      <NativeSelect
        label="Page"
        choices={choices("Any page", data?.pages, value.page)}
        value={value.page}
        onValueChange={(page) => onChange({ page })}
        className="col-span-2 sm:min-w-36"
      />
      <Field label="Since" className="col-span-2 sm:grid-flow-col sm:items-center sm:gap-2">
        <DateFilter
          type="datetime-local"
          className="sm:w-auto"
          value={clockTime(value.since)}
          onValueChange={(text) =>
            onChange({ since: text ? new Date(instantOfWall(text)).toISOString() : "" })
          }
        />
      </Field>
      {value.row && (
        <p className="col-span-full flex w-full flex-wrap items-center gap-x-3 text-sm">
          {/* First, so that it stays under the pointer when the name arrives. */}
          <TextButton onClick={() => onChange({ row: "" })}>Show all items</TextButton>
          <span className="min-w-0 wrap-anywhere">
            Only changes to {rowName ? <strong>{rowName}</strong> : "one item"}
          </span>
        </p>
      )}
    </search>
  );
}

/** An ISO time as the input needs it, in the company's time zone: "2026-11-24T09:00". */
const clockTime = (time: string): string => (Number.isNaN(Date.parse(time)) ? "" : wallTime(time));
