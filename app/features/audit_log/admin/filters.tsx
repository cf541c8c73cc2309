import { DateFilter } from "#app/admin-kit/lists/date-filter.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { GROUPS, personName } from "../words.ts";

/** The list's filters, as in the URL; "" means any. */
export const ANY = { group: "", person: "", since: "", until: "" };

const KINDS = [
  { value: "", label: "Everything" },
  ...Object.entries(GROUPS).map(([value, label]) => ({ value, label })),
];

interface AuditFiltersProps {
  /** who is in the log */
  people: readonly string[];
  value: typeof ANY;
  onChange: (changes: Partial<typeof ANY>) => void;
}

/** Filters by kind, person and days. */
export function AuditFilters({ people, value, onChange }: AuditFiltersProps) {
  // A person from the URL stays an option, even if no entry has them.
  const known = value.person ? new Set([...people, value.person]) : people;
  return (
    <search className="mb-4 grid grid-cols-2 items-end gap-3 lg:grid-cols-[14rem_minmax(0,18rem)_10rem_10rem]">
      <Field label="Kind" className="col-span-2 sm:col-span-1">
        <NativeSelect
          choices={KINDS}
          value={value.group}
          onValueChange={(group) => onChange({ group })}
        />
      </Field>
      <Field label="Person" className="col-span-2 sm:col-span-1">
        <NativeSelect
          choices={[
            { value: "", label: "Anyone" },
            ...[...known].map((one) => ({ value: one, label: personName(one) })),
          ]}
          value={value.person}
          onValueChange={(person) => onChange({ person })}
        />
      </Field>
      <Field label="From">
        <DateFilter value={value.since} onValueChange={(since) => onChange({ since })} />
      </Field>
      <Field label="To">
        <DateFilter value={value.until} onValueChange={(until) => onChange({ until })} />
      </Field>
    </search>
  );
}
