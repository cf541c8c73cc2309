import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type Action, atRest, reordering, shownOf } from "./reordering.ts";

/** Where a key moves the held item, among `count` items, from index `at`. */
function placeFor(key: string, at: number, count: number): number | undefined {
  if (key === "ArrowUp" || key === "ArrowLeft") return Math.max(0, at - 1);
  if (key === "ArrowDown" || key === "ArrowRight") return Math.min(count - 1, at + 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

interface ReorderingOptions {
  /** the list's actual order */
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** the bounding box of an item */
  boxOf: (id: string) => DOMRect | undefined;
  /** called once, when an item is dropped at a new position */
  onReorder: (ids: string[]) => void;
}

/**
 * Reorders a list with a pointer on a handle, or with Space, the arrow keys and Space again. Escape
 * puts the item back. Each step is described in `announcement`, for a live region.
 */
export function useReordering({ ids, nameOf, boxOf, onReorder }: ReorderingOptions) {
  const [state, setList] = useState(() => atRest(ids));
  const [announcement, announce] = useState("");
  const [list] = reordering(state, { type: "list", ids });
  if (list !== state) setList(list);
  const { held } = list;
  const shown = shownOf(list);

  function act(action: Action) {
    const [next, stores] = reordering(list, action);
    setList(next);
    if (stores) onReorder([...stores]);
  }

  function pickUp(id: string, by: "pointer" | "keyboard") {
    act({ type: "pick up", id, by });
    announce(`Picked up ${nameOf(id)}, position ${shown.indexOf(id) + 1} of ${shown.length}.`);
  }
  function move(id: string, to: number) {
    if (shown.indexOf(id) === to) return;
    act({ type: "move", to });
    announce(`Now at position ${to + 1} of ${shown.length}.`);
  }
  function drop() {
    if (!held) return;
    act({ type: "drop" });
    announce(`${nameOf(held.id)} dropped at position ${shown.indexOf(held.id) + 1}.`);
  }
  function putBack() {
    if (!held) return;
    act({ type: "put back" });
    announce(`${nameOf(held.id)} returned to its original position.`);
  }

  /** Above or below all items: the first or last position. Slow machines can scroll past it in one step. */
  function endAt(y: number): number | undefined {
    const end = shown.length - 1;
    const [first, last] = [0, end].map((at) => boxOf(shown[at] as string));
    if (!first || !last) return undefined;
    if (y < first.top) return 0;
    return y > last.bottom ? end : undefined;
  }

  function moveUnder(x: number, y: number) {
    if (held?.by !== "pointer") return;
    const to = endAt(y) ?? targetAt(shown.map(boxOf), shown.indexOf(held.id), x, y);
    if (to !== undefined) move(held.id, to);
  }
  const pointerAt = useEdgeScroll(held?.by === "pointer", moveUnder);

  const handleOf = (id: string) => ({
    onPointerDown(event: PointerEvent<HTMLButtonElement>) {
      if (event.button !== 0 || !event.isPrimary) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pickUp(id, "pointer");
    },
    onPointerMove(event: PointerEvent<HTMLButtonElement>) {
      pointerAt(event.clientX, event.clientY);
      moveUnder(event.clientX, event.clientY);
    },
    onPointerUp: () => held?.by === "pointer" && drop(),
    onPointerCancel: putBack,
    onKeyDown(event: KeyboardEvent<HTMLButtonElement>) {
      const holding = held?.id === id;
      if (event.key === " " || event.key === "Enter") {
        event.preventDefault();
        if (holding) drop();
        else pickUp(id, "keyboard");
        return;
      }
      if (!holding) return;
      if (event.key === "Escape") {
        event.stopPropagation();
        putBack();
      }
      const to = placeFor(event.key, shown.indexOf(id), shown.length);
      if (to === undefined) return;
      event.preventDefault();
      move(id, to);
    },
    /** Moving focus elsewhere drops the held item. */
    onBlur: () => held?.by === "keyboard" && drop(),
  });

  return { shown, heldId: held?.id, announcement, handleOf };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Where the item at index `at` goes with the pointer over another item: to its place once past its
 * middle, otherwise next to it. Going to its place right away would make items of different heights
 * flicker, and waiting for the middle would leave a fast drag where it started.
 */
export function targetAt(
  boxes: readonly (Box | undefined)[],
  at: number,
  x: number,
  y: number,
): number | undefined {
  const own = boxes[at];
  const to = boxes.findIndex(
    (box) => box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
  );
  const box = boxes[to];
  if (!own || !box || to === at) return undefined;
  const overlaps = own.top < box.bottom && box.top < own.bottom;
  const beyond = overlaps ? x - (box.left + box.right) / 2 : y - (box.top + box.bottom) / 2;
  if (to > at) return beyond > 0 ? to : to - 1;
  return beyond > 0 ? to + 1 : to;
}

const EDGE_PX = 80;
/** at the very edge; slower further in */
const MAX_PX_PER_MS = 0.9;

/** The scroll speed with the pointer at `y` of `height` pixels, in px/ms; negative is up. */
export function edgeSpeed(y: number, height: number): number {
  const depth = (inside: number) => Math.min(Math.max((EDGE_PX - inside) / EDGE_PX, 0), 1);
  return MAX_PX_PER_MS * (depth(height - y) - depth(y));
}

/**
 * While `active`, scrolls the page as long as the pointer is near its top or bottom edge, even if it
 * doesn't move. Calls `onScroll` with the pointer position after each step.
 * @returns a function that records the pointer position
 */
function useEdgeScroll(active: boolean, onScroll: (x: number, y: number) => void) {
  const pointer = useRef<{ x: number; y: number }>(undefined);
  const latest = useRef(onScroll);
  latest.current = onScroll;

  useEffect(() => {
    if (!active) return;
    let before = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const at = pointer.current;
      const by = at ? edgeSpeed(at.y, window.innerHeight) * (now - before) : 0;
      before = now;
      if (at && by !== 0) {
        window.scrollBy({ top: by, behavior: "instant" });
        latest.current(at.x, at.y);
      }
      frame = requestAnimationFrame(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      pointer.current = undefined;
    };
  }, [active]);

  return (x: number, y: number) => {
    pointer.current = { x, y };
  };
}
