import type { ListToolbar } from "#app/admin-kit/lists/list-toolbar.tsx";

export type Sort = NonNullable<React.ComponentProps<typeof ListToolbar>["sort"]>;

interface SortHeadProps {
  label: string;
  /** what a press does */
  hint: string;
  sort: Sort;
  /** the orders of this column, one press after the other; then the list's own again */
  orders: readonly (readonly [value: string, direction: "ascending" | "descending"])[];
  className: string;
}

/** A column's head by which the list can be put in order. */
export function SortHead({ label, hint, sort, orders, className }: SortHeadProps) {
  const at = orders.findIndex(([value]) => value === sort.value);
  const direction = orders[at]?.[1];
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button
        type="button"
        title={hint}
        onClick={() => sort.onSort(orders[at + 1]?.[0] ?? "")}
        className="-mx-1 inline-flex min-h-6 cursor-pointer items-center gap-0.5 rounded-sm px-1 uppercase hover:text-ink"
      >
        {label}
        {direction && <span aria-hidden>{direction === "ascending" ? "↑" : "↓"}</span>}
      </button>
    </th>
  );
}
