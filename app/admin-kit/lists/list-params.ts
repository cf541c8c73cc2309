import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import type { ListParams, Page } from "#app/lib/data/table-store.ts";
import { isUnreachable } from "#app/lib/errors/backend-error.ts";
import type { NativeChoice } from "#app/ui/inputs/native-select.tsx";
import type { Filter } from "./list-toolbar.tsx";
import { useUrlState } from "./url-state.ts";

/** The data source of a list. */
export interface ListSource<Row, Data extends Page<Row> = Page<Row>> {
  /** the table, which is the first part of its query keys */
  name: string;
  list: (params: ListParams) => Promise<Data>;
}

/** How often a list is read again while the server can't be reached. */
const LOOK_AGAIN_MS = 15_000;

const NO_FILTERS: readonly Filter[] = [];

interface ListOptions {
  pageSize: number;
  filters?: readonly Filter[];
  /** the first has the value "", the list's default order */
  sorts?: readonly NativeChoice<string>[];
}

/**
 * A list whose search, filters, sort and page are stored in the URL and applied by the database. While new
 * rows load, the previous ones stay, dimmed by ListStates.
 */
export function useList<Row, Data extends Page<Row> = Page<Row>>(
  source: ListSource<Row, Data>,
  { pageSize, filters = NO_FILTERS, sorts }: ListOptions,
) {
  const defaults = useMemo(
    () => ({
      q: "",
      sort: "",
      page: 1,
      ...Object.fromEntries(filters.map(({ name }) => [name, ""])),
    }),
    [filters],
  );
  const [address, setAddress] = useUrlState<Record<string, string | number>>(defaults);
  const q = String(address.q);
  const page = Number(address.page);
  const sort = sorts ? String(address.sort) : "";
  const filterValues = useMemo(
    () => Object.fromEntries(filters.map(({ name }) => [name, String(address[name] ?? "")])),
    [filters, address],
  );
  const params: ListParams = { q, page, pageSize, filters: filterValues, sort };
  const query = useQuery({
    queryKey: [source.name, "list", params],
    queryFn: () => source.list(params),
    placeholderData: keepPreviousData,
    // What failed without a connection or a server is read again.
    refetchOnReconnect: ({ state }) => state.error !== null && "always",
    refetchInterval: ({ state }) => isUnreachable(state.error) && LOOK_AGAIN_MS,
  });
  const { data, isPlaceholderData } = query;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / pageSize));
  const behindTheEnd = !isPlaceholderData && data?.rows.length === 0 && page > lastPage;
  useEffect(() => {
    // The last row of the last page was deleted, or the link is old.
    if (behindTheEnd) setAddress({ page: lastPage });
  }, [behindTheEnd, lastPage, setAddress]);
  return {
    query,
    params,
    /** whether a search or filter is active; an empty list then means "no match" */
    narrowed: q.trim() !== "" || Object.values(filterValues).some(Boolean),
    search: useMemo(
      () => ({ value: q, onSearch: (value: string) => setAddress({ q: value, page: 1 }) }),
      [q, setAddress],
    ),
    filterValues,
    sort: sorts && {
      choices: sorts,
      value: sort,
      onSort: (value: string) => setAddress({ sort: value, page: 1 }),
    },
    setFilter: (name: string, value: string) => setAddress({ [name]: value, page: 1 }),
    /** shows all rows again, in the same order */
    showAll: () => setAddress({ ...defaults, sort }),
    setPage: (next: number) => setAddress({ page: next }, { push: true }),
  };
}
