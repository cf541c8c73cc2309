export type When = "before" | "after";

/**
 * Counts what an operation asks of the world outside its process, and fails one of these calls: before it
 * takes effect, or after, so that only its answer is lost. Every other call passes.
 */
export class Calls {
  #plan: { nth: number; when: When } | undefined;
  #count = 0;
  #failed: string | undefined;
  #seen = new Map<string, number>();
  readonly #alike: number;

  /** @param alike how many calls of one kind are counted, of a hundred tables that are copied in turn */
  constructor(alike = Number.POSITIVE_INFINITY) {
    this.#alike = alike;
  }

  begin(nth: number, when: When) {
    this.#plan = { nth, when };
    this.#count = 0;
    this.#failed = undefined;
    this.#seen.clear();
  }

  /** @returns the call that failed; nothing when there were fewer calls than that */
  end(): string | undefined {
    this.#plan = undefined;
    return this.#failed;
  }

  /**
   * @param name begins with the seam: "files: rename ..."
   * @param effect false for what changes nothing: there before and after are one
   */
  arrive(name: string, effect = true): "pass" | When {
    const plan = this.#plan;
    if (!plan || (plan.when === "after" && !effect)) return "pass";
    const kind = kindOf(name);
    const seen = (this.#seen.get(kind) ?? 0) + 1;
    this.#seen.set(kind, seen);
    if (seen > this.#alike) return "pass";
    this.#count += 1;
    if (this.#count !== plan.nth) return "pass";
    this.#failed = name;
    return plan.when;
  }

  /** @param fault makes the error that the caller sees */
  async through<T>(
    name: string,
    run: () => Promise<T>,
    fault: () => Error,
    effect = true,
  ): Promise<T> {
    const turn = this.arrive(name, effect);
    if (turn === "before") throw fault();
    const answer = await run();
    if (turn === "after") throw fault();
    return answer;
  }
}

/** What is done to each table, each file and by each migration in turn is of one kind. */
const kindOf = (name: string) =>
  name
    .replace(/^database: --.*/, "database: a migration")
    .replace(/copy .* (to stdout|from stdin)?/, "copy")
    .replace(/[\w.]+\.copy$/, "*.copy")
    .replace(/\b[0-9a-f]{2}\/…/, "…")
    .replace(/[0-9a-f]{32,}/g, "…");
