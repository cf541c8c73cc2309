/** A request that waits in the queue. */
export interface Turn {
  start(): void;
  refuse(): void;
}

/** A queue with one line per key; the lines take turns. */
export class TurnQueue {
  /** by key, in the order of their next turn; no line is empty */
  readonly #lines = new Map<string, Set<Turn>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(key: string, turn: Turn): void {
    const line = this.#lines.get(key) ?? new Set();
    this.#lines.set(key, line.add(turn));
    this.#size += 1;
  }

  /** @returns whether it was still waiting */
  delete(key: string, turn: Turn): boolean {
    const line = this.#lines.get(key);
    if (!line?.delete(turn)) return false;
    if (line.size === 0) this.#lines.delete(key);
    this.#size -= 1;
    return true;
  }

  /** Removes and returns the next turn, and moves its line to the end. */
  next(): Turn | undefined {
    for (const [key, line] of this.#lines)
      for (const turn of line) {
        this.delete(key, turn);
        this.#lines.delete(key);
        if (line.size > 0) this.#lines.set(key, line);
        return turn;
      }
    return undefined;
  }

  /**
   * Refuses the last turn of the longest line, so that a full queue has room for a key with a shorter
   * one.
   * @returns false when no line is longer than this key's would be
   */
  evictFor(key: string): boolean {
    let longest: [key: string, line: Set<Turn>] | undefined;
    for (const entry of this.#lines) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry;
    if (!longest || longest[1].size <= (this.#lines.get(key)?.size ?? 0) + 1) return false;
    const last = [...longest[1]].at(-1);
    if (!last) return false;
    this.delete(longest[0], last);
    last.refuse();
    return true;
  }
}
