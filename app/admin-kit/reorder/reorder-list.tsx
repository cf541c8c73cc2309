import { type ReactNode, use, useEffect, useId, useRef } from "react";
import { Dense } from "#app/admin-kit/forms/item-layout.tsx";
import { cx } from "#app/ui/cx.ts";
import { DragHandle } from "./drag-handle.tsx";
import { useReordering } from "./use-reordering.ts";

interface ReorderListProps<Row extends { id: string }> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** called once per move with all ids in the new order */
  onReorder: (ids: string[]) => void;
  /** a grid: during a drag, items shift by CSS order, which keeps focus in place */
  className: string;
  rowClassName?: (row: Row) => string;
  children: (row: Row, handle: ReactNode) => ReactNode;
}

/** A list reordered by dragging a handle, or with Space and the arrow keys on it. */
export function ReorderList<Row extends { id: string }>({
  rows,
  nameOf,
  onReorder,
  className,
  rowClassName,
  children,
}: ReorderListProps<Row>) {
  const hint = useId();
  const isTable = use(Dense);
  // Typed as list elements; table rows accept the same props.
  const List = (isTable ? "tbody" : "ul") as "ul";
  const Item = (isTable ? "tr" : "li") as "li";
  const list = useRef<HTMLUListElement>(null);
  const itemOf = (id: string) =>
    list.current?.querySelector<HTMLElement>(`:scope > [data-id="${id}"]`);
  const { shown, heldId, announcement, handleOf } = useReordering({
    ids: rows.map(({ id }) => id),
    nameOf: (id) => nameOf(rows.find((row) => row.id === id) as Row),
    boxOf: (id) => itemOf(id)?.getBoundingClientRect(),
    onReorder,
  });
  const lastHeld = useRef<string>(undefined);
  const focused = useRef(false);
  useEffect(() => {
    if (heldId) lastHeld.current = heldId;
    focused.current ||= heldId !== undefined;
  }, [heldId]);
  // Applying the new order moves the item in the DOM, which makes its handle lose focus.
  const order = rows.map(({ id }) => id).join();
  useEffect(() => {
    if (!order || !focused.current || document.activeElement !== document.body) return;
    focused.current = false;
    list.current
      ?.querySelector<HTMLElement>(`:scope > [data-id="${lastHeld.current}"] [data-handle]`)
      ?.focus();
  }, [order]);

  return (
    <>
      <p id={hint} hidden>
        To move an item, press Space, then the arrow keys, then Space again. Press Escape to cancel.
      </p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <List ref={list} className={className}>
        {rows.map((row) => (
          <Item
            key={row.id}
            data-id={row.id}
            style={{ order: shown.indexOf(row.id) }}
            className={cx(
              "min-w-0",
              rowClassName?.(row),
              heldId === row.id && "rounded-lg shadow-lift outline-2 outline-accent",
            )}
          >
            {children(
              row,
              <DragHandle
                name={nameOf(row)}
                aria-describedby={hint}
                aria-pressed={heldId === row.id}
                {...handleOf(row.id)}
              />,
            )}
          </Item>
        ))}
      </List>
    </>
  );
}
