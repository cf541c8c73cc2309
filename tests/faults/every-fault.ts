import type { Calls, When } from "./calls.ts";

export interface Operation<State> {
  name: string;
  /** seams that it must use: one that is never counted proves nothing */
  seams: ("database" | "files" | "outgoing")[];
  /** creates what it works on */
  arrange(): Promise<State>;
  /** Runs it once. Resolves when it was acknowledged, rejects when it wasn't. */
  work(state: State): Promise<unknown>;
  /** Whether it took effect. @throws when it took effect partly or twice */
  applied(state: State): Promise<boolean>;
  /**
   * What a caller without a response does next; defaults to the same call. "next": the next fault's run is
   * the retry, which must get one call further with what this one left.
   */
  again?: "next" | ((state: State, applied: boolean) => Promise<unknown>);
  /** Checks for leftovers, before the retry and after it. @param call the failed one */
  leftovers(state: State, call?: string): Promise<void>;
  /** Runs postponed work, and checks the final state. */
  end?(state: State): Promise<void>;
}

/** More calls than any operation makes: beyond this it must be looping. */
const MOST = 5_000;

/**
 * Fails call 1 of an operation, then 2, then 3, until it passes without a fault; each once before the call
 * takes effect and once after. Checks the operation's promises each time.
 * @returns the failed calls, by when
 */
export async function everyFault<State>(
  calls: Calls,
  operation: Operation<State>,
): Promise<Record<When, string[]>> {
  const failed: Record<When, string[]> = { before: [], after: [] };
  for (const when of ["before", "after"] as const)
    for (let nth = 1; ; nth += 1) {
      if (nth > MOST) throw new Error(`${operation.name} has no end`);
      const call = await oneFault(calls, operation, nth, when);
      if (call === undefined) break;
      failed[when].push(call);
    }
  for (const seam of operation.seams)
    if (!failed.before.some((call) => call.startsWith(seam)))
      throw new Error(`${operation.name} makes no call that is counted as ${seam}`);
  return failed;
}

/** @returns the failed call; undefined when there were fewer calls */
async function oneFault<State>(
  calls: Calls,
  { name, arrange, work, applied, again = work, leftovers, end }: Operation<State>,
  nth: number,
  when: When,
): Promise<string | undefined> {
  const state = await arrange();
  calls.begin(nth, when);
  const refused = await work(state).then(
    () => undefined,
    (error: unknown) => error ?? new Error("refused without a reason"),
  );
  const call = calls.end();
  try {
    await leftovers(state, call);
    const done = await applied(state);
    if (!refused && !done) throw new Error("it was acknowledged, and did not take effect");
    if (!call && refused) throw refused;
    if (refused && again === "next") return call;
    if (refused && again !== "next") await again(state, done);
    if (!(await applied(state))) throw new Error("the next try did not take effect");
    await leftovers(state);
    await end?.(state);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    const which = call ? `call ${nth} (${call}) failed ${when} it took effect` : "nothing failed";
    const answer = refused ? `it was refused: ${refused}` : "it was acknowledged";
    throw new Error(`${name}: ${which}; ${answer}; then: ${said}`, { cause });
  }
  return call;
}
