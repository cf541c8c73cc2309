import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import { useState } from "react";
import { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";
import type { LeadChoices } from "#app/lib/data/database.types.ts";
import type { ListParams } from "#app/lib/data/table-store.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { FILTERS, HELD, IN_ADDRESS, MORE, VIEWS } from "./filters.ts";
import { ViewLink } from "./view-link.tsx";

interface ToolbarProps {
  /** the list's current query */
  params: ListParams;
  search: { value: string; onSearch: (value: string) => void };
  values: Record<string, string>;
  onFilter: (name: string, value: string) => void;
  sort: React.ComponentProps<typeof ListToolbar>["sort"];
  choices: LeadChoices;
  /** how many matching leads are held as spam, and hidden */
  held: number;
}

const MoreFilters = onDemand(async () => (await import("./more-filters.tsx")).MoreFilters, {
  isNeeded: ({ opened }) => opened,
});

const SavedViews = onDemand(async () => (await import("./saved-views.tsx")).SavedViews);

/** Search and filters; the rarely used filters open below. */
export function Toolbar({ params, search, values, onFilter, sort, choices, held }: ToolbarProps) {
  const used = MORE.filter((name) => values[name]).length;
  const [opened, setOpened] = useState(used > 0);
  return (
    <>
      <div className="mb-3 sm:pr-44">
        <Views params={params} />
      </div>
      <ListToolbar
        search={{
          label: "Search leads",
          hint: 'Names, emails, businesses, messages and notes. Put phrases in quotes: "free storage". Phone numbers match in any format.',
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
      {/* Below what can be pressed before the list has loaded: it comes with the list. */}
      {held > 0 && (
        <p className="mb-3 text-sm text-ink-2">
          {formatCount(held)} held as spam.{" "}
          <TextButton onClick={() => onFilter("show", HELD)}>Show</TextButton>
        </p>
      )}
    </>
  );
}

/** The inbox's filters as a query string. */
function addressOf(values: Readonly<Record<string, string | undefined>>): string {
  const names = ["q", "sort", ...IN_ADDRESS.map(({ name }) => name)];
  return String(
    new URLSearchParams(names.flatMap((name) => (values[name] ? [[name, values[name]]] : []))),
  );
}

/** The built-in views, and those this person saved. */
function Views({ params: { q, sort = "", filters = {} } }: Pick<ToolbarProps, "params">) {
  const address = addressOf({ q, sort, ...filters });
  const views = VIEWS.map((view) => ({ name: view.label, address: addressOf(view.address) }));
  return (
    <nav aria-label="Views" className="flex flex-wrap gap-1">
      {views.map((view) => (
        <ViewLink key={view.name} {...view} shown={view.address === address} />
      ))}
      <SavedViews address={address} known={views.some((view) => view.address === address)} />
    </nav>
  );
}
