/** Output of the long checks: a line for each step, then how many passed. */
let passed = 0;
let failed = 0;

/** @param work throws a sentence when `what` is not true; may return details to print */
export async function step(what: string, work: () => unknown): Promise<void> {
  try {
    const counted = await work();
    passed += 1;
    console.log(`passed  ${what}${typeof counted === "string" ? ` (${counted})` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${what}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Reports a step that can't run on this machine, or a command that makes no sense here. */
export function notRun(what: string, reason: string): void {
  console.log(`not run  ${what}: ${reason}`);
}

/** Prints the totals. @returns the exit code */
export function summary(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @throws `otherwise` unless `right` */
export function must(right: boolean, otherwise: string): void {
  if (!right) throw new Error(otherwise);
}

/** @throws when the two differ as JSON */
export function same(seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  must(left === right, `${left} instead of ${right}`);
}

/** @throws `fault`, unless it is empty */
export const expectNothing = (fault: string): void => must(!fault, fault);
