let passed = 0;
let failed = 0;

/** One line for each step; `work` may return what it counted, and throws what it found wrong. */
export async function step(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    const counted = await work();
    passed += 1;
    console.log(`passed: ${what}${typeof counted === "string" ? ` (${counted})` : ""}`);
  } catch (error) {
    failed += 1;
    console.log(`failed: ${what}\n${error instanceof Error ? error.message : error}`);
  }
}

/** A step that this machine has no means for, or a command that is of no use here. */
export function notRun(what: string, reason: string): void {
  console.log(`not run: ${what}: ${reason}`);
}

/** Prints the last line. @returns the exit code */
export function summary(): number {
  console.log(`${passed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}

/** @throws with what was found, unless that is nothing */
export function expectNothing(fault: string): void {
  if (fault) throw new Error(fault);
}

/** Waits until `met` returns something other than undefined or false. @throws what `ended` says */
export async function until<T>(
  met: () => Promise<T | undefined | false>,
  ended: () => string | undefined = () => undefined,
): Promise<T> {
  for (;;) {
    const found = await met();
    if (found !== undefined && found !== false) return found;
    const reason = ended();
    if (reason !== undefined) throw new Error(reason);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
