import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { Link } from "react-router";
import { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { LeadChoices } from "#app/lib/data/database.types.ts";
import type { ListParams } from "#app/lib/data/table-store.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { FILTERS, HELD, IN_ADDRESS, MORE, VIEWS } from "./filters.ts";
import type { MoreFiltersProps } from "./more-filters.tsx";

interface ToolbarProps {
  /** what is asked for now */
  params: ListParams;
  search: { value: string; onSearch: (value: string) => void };
  values: Record<string, string>;
  onFilter: (name: string, value: string) => void;
  sort: React.ComponentProps<typeof ListToolbar>["sort"];
  choices: LeadChoices;
  /** how many that match are held back as spam, and hidden */
  held: number;
}

const MoreFilters = onDemand<MoreFiltersProps>(
  async () => (await import("./more-filters.tsx")).MoreFilters,
  ({ opened }) => opened,
);

/** What to look for; the filters that are asked for seldom open beneath. */
export function Toolbar({ params, search, values, onFilter, sort, choices, held }: ToolbarProps) {
  const used = MORE.filter((name) => values[name]).length;
  const [opened, setOpened] = useState(used > 0);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 sm:pr-44">
        <Views params={params} />
        {held > 0 && (
          <p className="text-sm text-ink-2">
            {formatCount(held)} held as spam:{" "}
            <TextButton onClick={() => onFilter("show", HELD)}>show</TextButton>
          </p>
        )}
      </div>
      <ListToolbar
        search={{
          label: "Name, email, business, message, notes",
          hint: 'Put phrases in quotes: "free storage". Phone numbers match in any format.',
          ...search,
        }}
        filters={FILTERS}
        filterValues={values}
        onFilter={onFilter}
        sort={sort}
      >
        <Button aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <SlidersHorizontal aria-hidden className="size-4" />
          Filters{used > 0 && ` (${used})`}
        </Button>
      </ListToolbar>
      <MoreFilters {...{ opened, values, onFilter, choices }} />
    </>
  );
}

/** The ways to look at the inbox; the one that is shown is marked, whichever way it was reached. */
function Views({ params: { q, sort, filters = {} } }: Pick<ToolbarProps, "params">) {
  const isShown = (address: Readonly<Record<string, string>>) =>
    q === "" &&
    sort === (address.sort ?? "") &&
    IN_ADDRESS.every(({ name }) => (filters[name] ?? "") === (address[name] ?? ""));
  return (
    <nav aria-label="Views" className="flex flex-wrap gap-1">
      {VIEWS.map(({ label, address }) => (
        <Link
          key={label}
          to={{ search: String(new URLSearchParams(address)) }}
          preventScrollReset
          aria-current={isShown(address) ? "page" : undefined}
          className="inline-flex h-8 items-center rounded-md border border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-2 no-underline hover:bg-paper-3 aria-[current=page]:border-line-strong aria-[current=page]:bg-surface aria-[current=page]:text-ink pointer-coarse:h-11"
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
