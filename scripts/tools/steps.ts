/** What the long checks print: a line for each step, then how many passed. */
let passed = 0;
let failed = 0;

/** @param work throws a sentence when what `what` says is not so; may return what it counted */
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

/** A step that this machine has no means for, or a command that is of no use here. */
export function notRun(what: string, reason: string): void {
  console.log(`not run  ${what}: ${reason}`);
}

/** Prints the last line. @returns the exit code */
export function summary(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @throws the sentence unless `right` */
export function must(right: boolean, otherwise: string): void {
  if (!right) throw new Error(otherwise);
}

/** @throws when the two are not the same, as JSON */
export function same(seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  must(left === right, `${left} instead of ${right}`);
}

/** @throws with what was found, unless that is nothing */
export const expectNothing = (fault: string): void => must(!fault, fault);
