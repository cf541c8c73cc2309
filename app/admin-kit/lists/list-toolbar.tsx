import Search from "lucide-react/icons/search";
import { type ReactNode, useEffect, useState } from "react";
import { Input } from "#app/ui/inputs/input.tsx";
import { type NativeChoice, NativeSelect } from "#app/ui/inputs/native-select.tsx";

const TYPING_PAUSE_MS = 250;

interface SearchBoxProps {
  label: string;
  /** search syntax tips, shown as a tooltip and read by screen readers */
  hint?: string;
  /** the search text in the URL */
  value: string;
  /** debounced; called immediately on Enter */
  onSearch: (value: string) => void;
}

export function SearchBox({ label, hint, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [asked, setAsked] = useState(value);
  const [adopted, setAdopted] = useState(value);
  // Adopt a change of the URL (Back, a link), except to our own last search, which gets there later.
  if (value !== adopted) {
    setAdopted(value);
    setAsked(value);
    if (value !== asked) setText(value);
  }
  function ask(next: string) {
    setAsked(next);
    onSearch(next);
  }
  useEffect(() => {
    if (text === asked) return;
    const timer = setTimeout(() => {
      setAsked(text);
      onSearch(text);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, asked, onSearch]);

  return (
    <div className="relative min-w-0 flex-1 basis-full lg:max-w-sm lg:basis-64">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-ink-3"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        title={hint}
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => event.key === "Enter" && ask(text)}
        className="pl-9"
      />
    </div>
  );
}

export interface Filter {
  /** the column, also the URL parameter */
  name: string;
  label: string;
  /** the first has the value "" and means "any" */
  choices: readonly NativeChoice<string>[];
}

interface ListToolbarProps {
  search?: SearchBoxProps;
  filters?: readonly Filter[];
  filterValues?: Record<string, string>;
  onFilter?: (name: string, value: string) => void;
  sort?: {
    choices: readonly NativeChoice<string>[];
    value: string;
    onSort: (value: string) => void;
  };
  /** at the right end: a count, an export button */
  children?: ReactNode;
}

/** The row above a list with search and filters. */
export function ListToolbar({
  search,
  filters = [],
  filterValues = {},
  onFilter,
  sort,
  children,
}: ListToolbarProps) {
  if (!search && filters.length === 0 && !sort && !children) return null;
  return (
    <search className="mb-4 flex flex-wrap items-center gap-3">
      {search && <SearchBox {...search} />}
      {filters.map(({ name, label, choices }) => (
        <NativeSelect
          key={name}
          label={label}
          choices={choices}
          value={filterValues[name] ?? ""}
          onValueChange={(value) => onFilter?.(name, value)}
          className="min-w-36 max-sm:flex-auto"
        />
      ))}
      {sort && (
        <NativeSelect
          label="Sort by"
          choices={sort.choices}
          value={sort.value}
          onValueChange={sort.onSort}
          className="min-w-36 max-sm:flex-auto"
        />
      )}
      {children && <div className="ml-auto flex items-center gap-3">{children}</div>}
    </search>
  );
}
