// Loaded on demand, when the additional filters are opened.
import { DateFilter } from "#app/admin-kit/lists/date-filter.tsx";
import { sourceName, UNKNOWN_SOURCE } from "#app/lib/attribution/names.ts";
import type { LeadChoices } from "#app/lib/data/database.types.ts";
import { Field } from "#app/ui/inputs/field.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { ownerChoices } from "../work/use-choices.ts";
import type { MORE } from "./filters.ts";

interface MoreFiltersProps {
  opened: boolean;
  values: Record<string, string>;
  onFilter: (name: string, value: string) => void;
  choices: LeadChoices;
}

const any = (label: string, values: readonly string[], chosen: string) => [
  { value: "", label },
  // A link may name a value that no lead has anymore.
  ...(chosen && !values.includes(chosen) ? [chosen, ...values] : values).map((value) => ({
    value,
    label: value,
  })),
];

const sourcesOf = (sources: readonly string[], chosen: string) =>
  any("Any source", [...sources, UNKNOWN_SOURCE], chosen).map(({ value, label }) => ({
    value,
    label: value ? sourceName(value) : label,
  }));

/** The rarely used filters. */
export function MoreFilters({ opened, values, onFilter, choices }: MoreFiltersProps) {
  if (!opened) return null;
  const of = (name: (typeof MORE)[number]) => ({
    value: values[name] ?? "",
    onValueChange: (value: string) => onFilter(name, value),
  });
  const owners = [
    { value: "", label: "Anyone" },
    { value: "me", label: "Me" },
    { value: "none", label: "No owner" },
    ...ownerChoices(choices, "").slice(1),
  ];
  return (
    <fieldset className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      <legend className="sr-only">More filters</legend>
      <Field label="Volume">
        <NativeSelect
          choices={any("Any volume", choices.volumes, of("volume").value)}
          {...of("volume")}
        />
      </Field>
      <Field label="Platform">
        <NativeSelect
          choices={any("Any platform", choices.platforms, of("platform").value)}
          {...of("platform")}
        />
      </Field>
      <Field label="Source">
        <NativeSelect choices={sourcesOf(choices.sources, of("source").value)} {...of("source")} />
      </Field>
      <Field label="Owner">
        <NativeSelect choices={owners} {...of("owner")} />
      </Field>
      <Field label="From">
        <DateFilter {...of("since")} />
      </Field>
      <Field label="To">
        <DateFilter {...of("until")} />
      </Field>
    </fieldset>
  );
}
