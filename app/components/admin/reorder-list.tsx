import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
} from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { DragHandle } from "#app/components/admin/drag-handle.tsx";
import { cx } from "#app/components/ui/cx.ts";

export interface ReorderListProps<Row extends { id: string }> {
  rows: readonly Row[];
  nameOf: (row: Row) => string;
  /** called once per move, with every id in the new order */
  onReorder: (ids: string[]) => void;
  className: string;
  children: (row: Row, handle: ReactNode) => ReactNode;
}

/** A list put in order by dragging a handle, or with Space and the arrow keys on it. */
export default function ReorderList<Row extends { id: string }>({
  rows,
  nameOf,
  onReorder,
  className,
  children,
}: ReorderListProps<Row>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = rows.map(({ id }) => id);
  const place = (id: string | number) => ids.indexOf(String(id));
  const name = (id: string | number) => {
    const row = rows[place(id)];
    return row ? nameOf(row) : "";
  };
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up ${name(active.id)}, place ${place(active.id) + 1}.`,
    onDragOver: ({ over }) =>
      over ? `Now at place ${place(over.id) + 1} of ${rows.length}.` : undefined,
    onDragEnd: ({ active, over }) =>
      over
        ? `${name(active.id)} dropped at place ${place(over.id) + 1} of ${rows.length}.`
        : "Nothing moved.",
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was.`,
  };
  function onDragEnd({ active, over }: DragEndEvent) {
    if (over && active.id !== over.id) onReorder(arrayMove(ids, place(active.id), place(over.id)));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            "To move an item, press Space, then the arrow keys, then Space again. Escape puts it back.",
        },
      }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ul className={className}>
          {rows.map((row) => (
            <SortableItem key={row.id} id={row.id} name={nameOf(row)}>
              {(handle) => children(row, handle)}
            </SortableItem>
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

interface SortableItemProps {
  id: string;
  name: string;
  children: (handle: ReactNode) => ReactNode;
}

function SortableItem({ id, name, children }: SortableItemProps) {
  const sortable = useSortable({ id });
  const { transform, transition, isDragging } = sortable;
  return (
    <li
      ref={sortable.setNodeRef}
      className={cx("min-w-0", isDragging && "relative z-10 rounded-lg shadow-lift")}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition,
      }}
    >
      {children(
        <DragHandle
          ref={sortable.setActivatorNodeRef}
          name={name}
          aria-describedby={sortable.attributes["aria-describedby"]}
          aria-pressed={isDragging}
          {...sortable.listeners}
        />,
      )}
    </li>
  );
}
