import type { HistoryStep } from "#app/lib/data/database.types.ts";
import { columnsOf } from "./columns.ts";
import { rowName } from "./words.ts";

type Step = Pick<
  HistoryStep,
  "table_name" | "page" | "label" | "present" | "target" | "changed_since" | "obstacle"
> & { action: HistoryStep["action"] | null };

/** List items that change places. */
export interface Reorder<One> {
  table: string;
  /** the items' names, in the current and in the new order */
  before: string[];
  after: string[];
  /** the steps that change nothing else */
  steps: One[];
}

const isMoved = ({ action, target }: Step) =>
  action === "update" && "display_order" in (target ?? {});

const isOnlyMoved = (step: Step) =>
  isMoved(step) &&
  step.obstacle === null &&
  !step.changed_since?.length &&
  columnsOf(Object.keys(step.target ?? {}), {}).length === 1;

const namesBy = (steps: readonly Step[], side: "present" | "target") =>
  steps
    .toSorted((a, b) => Number(a[side]?.display_order) - Number(b[side]?.display_order))
    .map((step) => rowName(step));

/** Groups the steps that form one reordering. A single moved item stays an ordinary step. */
export function splitOrders<One extends Step>(steps: readonly One[]) {
  const tables = Map.groupBy(steps.filter(isMoved), ({ table_name }) => table_name);
  const reorders = [...tables].flatMap(([table, moved]): Reorder<One>[] => {
    const own = moved.filter(isOnlyMoved);
    if (moved.length < 2 || own.length === 0) return [];
    return [
      { table, before: namesBy(moved, "present"), after: namesBy(moved, "target"), steps: own },
    ];
  });
  const together = new Set(reorders.flatMap(({ steps }) => steps));
  return { reorders, rest: steps.filter((step) => !together.has(step)) };
}
