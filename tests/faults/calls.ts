export type When = "before" | "after";

/**
 * Counts an operation's calls to the world outside its process, and fails one: before it takes effect, or
 * after, so that only the response is lost. Every other call passes.
 */
export class Calls {
  #plan: { nth: number; when: When } | undefined;
  #count = 0;
  #failed: string | undefined;
  #seen = new Map<string, number>();
  readonly #alike: number;

  /** @param alike the most calls of one kind to count, such as copies of a hundred tables */
  constructor(alike = Number.POSITIVE_INFINITY) {
    this.#alike = alike;
  }

  begin(nth: number, when: When) {
    this.#plan = { nth, when };
    this.#count = 0;
    this.#failed = undefined;
    this.#seen.clear();
  }

  /** @returns the failed call; undefined when there were fewer calls */
  end(): string | undefined {
    this.#plan = undefined;
    return this.#failed;
  }

  /**
   * @param name starts with the seam: "files: rename ..."
   * @param effect false when the call changes nothing: failing before or after is the same
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

  /** @param fault creates the error that the caller sees */
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

/** Calls that repeat for each table, file or migration count as one kind. */
const kindOf = (name: string) =>
  name
    .replace(/^database: --.*/, "database: a migration")
    .replace(/copy .* (to stdout|from stdin)?/, "copy")
    .replace(/[\w.]+\.copy$/, "*.copy")
    .replace(/\b[0-9a-f]{2}\/…/, "…")
    .replace(/[0-9a-f]{32,}/g, "…");
