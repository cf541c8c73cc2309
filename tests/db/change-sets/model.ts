/** The columns of a question in the model. */
export interface Row {
  question: string;
  answer: string;
  display_order: number;
}
type Column = keyof Row;
const COLUMNS = ["answer", "display_order", "question"] as const satisfies readonly Column[];

/** What a set does to one row. */
interface Plan {
  kind: "insert" | "update" | "delete";
  /** the new values: all columns of a new row, none for a deletion */
  to: Partial<Row>;
  /** the live value when each was first changed; for a deletion, the whole row */
  from: Partial<Row>;
  /** the live row at the last save to the set */
  lastLive: Row | undefined;
}

export interface Step {
  action: "insert" | "update" | "delete" | null;
  changed_since: Column[];
  obstacle: "deleted since" | null;
}

/**
 * A simple model of a set over a table that is edited live: for each row, the live values and the intended
 * ones.
 */
export class SetModel {
  live = new Map<string, Row>();
  private plans = new Map<string, Plan>();

  /** The rows as the set shows them. */
  shown(): Map<string, Row> {
    const ids = new Set([...this.live.keys(), ...this.plans.keys()]);
    const rows = [...ids].map((id) => [id, this.shownOf(id)] as const);
    return new Map(rows.filter((entry): entry is [string, Row] => entry[1] !== undefined));
  }

  /** What publishing would do, by row. */
  review(): Map<string, Step> {
    return new Map([...this.plans].map(([id, plan]) => [id, this.stepOf(id, plan)]));
  }

  insert(id: string, row: Row): "there already" | undefined {
    if (this.shownOf(id)) return "there already";
    this.give(id, row);
  }

  update(id: string, patch: Partial<Row>) {
    if (this.shownOf(id)) this.give(id, patch);
  }

  delete(id: string) {
    if (!this.shownOf(id)) return;
    const live = this.live.get(id);
    if (!live) this.plans.delete(id);
    else
      this.plans.set(id, {
        kind: "delete",
        to: {},
        lastLive: live,
        from: { ...live, ...this.plans.get(id)?.from },
      });
  }

  reorder(ids: readonly string[]) {
    for (const [place, id] of ids.entries())
      if (this.shownOf(id)?.display_order !== place) this.update(id, { display_order: place });
  }

  drop(id: string) {
    this.plans.delete(id);
  }

  /** Decides a row. @returns whether there was something to decide */
  decide(id: string, keep: "live" | "prepared"): boolean {
    const plan = this.plans.get(id);
    const live = this.live.get(id);
    if (!plan || !isUndecided(this.stepOf(id, plan))) return false;
    if (keep === "prepared") {
      if (!live)
        this.plans.set(id, { ...plan, kind: "insert", to: this.shownOf(id) ?? {}, from: {} });
      else
        this.plans.set(id, {
          ...plan,
          kind: plan.kind === "insert" ? "update" : plan.kind,
          from:
            plan.kind === "update"
              ? { ...plan.from, ...pick(live, this.changedSince(id, plan)) }
              : live,
        });
      return true;
    }
    const conflicts = this.changedSince(id, plan);
    const left = keysOf(plan.to).filter((column) => !conflicts.includes(column));
    if (live && plan.kind === "update" && left.length > 0)
      this.plans.set(id, {
        ...plan,
        to: pick(plan.to, left),
        from: pick(plan.from, left),
        lastLive: live,
      });
    else this.plans.delete(id);
    return true;
  }

  /** Publishes what the set shows, and starts a new set. @returns the reason when it can't */
  publish(): "empty" | "undecided" | undefined {
    if (this.plans.size === 0) return "empty";
    if ([...this.review().values()].some(isUndecided)) return "undecided";
    this.live = this.shown();
    this.plans.clear();
  }

  private shownOf(id: string): Row | undefined {
    const [live, plan] = [this.live.get(id), this.plans.get(id)];
    if (plan?.kind === "delete") return undefined;
    return plan ? ({ ...(live ?? plan.lastLive), ...plan.to } as Row) : live;
  }

  /** An edit that restores the live value is dropped. */
  private give(id: string, values: Partial<Row>) {
    const [live, was] = [this.live.get(id), this.plans.get(id)];
    const whole = { ...(live ?? was?.lastLive), ...was?.to, ...values } as Row;
    const changed = COLUMNS.filter((column) => !live || whole[column] !== live[column]);
    const kind = was?.kind === "insert" || !(live ?? was) ? "insert" : "update";
    const from = kind === "insert" ? {} : { ...(live ?? was?.lastLive), ...was?.from };
    if (changed.length === 0) this.plans.delete(id);
    else
      this.plans.set(id, {
        kind,
        from: pick(from, changed),
        to: kind === "insert" ? whole : pick(whole, changed),
        lastLive: live ?? was?.lastLive,
      });
  }

  /** Columns that someone else changed live to neither the original nor the intended value. */
  private changedSince(id: string, { kind, to, from }: Plan): Column[] {
    const live = this.live.get(id);
    if (!live) return [];
    return COLUMNS.filter((column) =>
      kind === "delete"
        ? live[column] !== from[column]
        : column in to && live[column] !== to[column] && live[column] !== from[column],
    );
  }

  private stepOf(id: string, plan: Plan): Step {
    const live = this.live.get(id);
    const changed_since = this.changedSince(id, plan);
    if (plan.kind === "delete")
      return { action: live ? "delete" : null, changed_since, obstacle: null };
    if (!live)
      return {
        action: "insert",
        changed_since,
        obstacle: plan.kind === "update" ? "deleted since" : null,
      };
    const changes = keysOf(plan.to).some((column) => plan.to[column] !== live[column]);
    return { action: changes ? "update" : null, changed_since, obstacle: null };
  }
}

const isUndecided = ({ changed_since, obstacle }: Step) =>
  changed_since.length > 0 || obstacle !== null;
const keysOf = (row: Partial<Row>) => COLUMNS.filter((column) => column in row);
const pick = (row: Partial<Row>, columns: readonly Column[]): Partial<Row> =>
  Object.fromEntries(
    columns.filter((column) => column in row).map((column) => [column, row[column]]),
  );
