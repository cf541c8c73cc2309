/** What `npm run test:hosted` prints: a line for each step, then how many passed. */
export function createSteps() {
  let passed = 0;
  let failed = 0;
  return {
    /** @param work throws a sentence when what the name says is not so; may return what to add to the line */
    async step(name: string, work: () => Promise<unknown>) {
      try {
        const more = await work();
        passed += 1;
        console.log(`passed  ${name}${typeof more === "string" ? ` (${more})` : ""}`);
      } catch (error) {
        failed += 1;
        console.log(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
      }
    },
    /** @returns the exit code */
    end() {
      console.log(`${passed} passed, ${failed} failed`);
      return failed > 0 ? 1 : 0;
    },
  };
}
export type Step = ReturnType<typeof createSteps>["step"];

/** @throws the sentence unless `right` */
export function must(right: boolean, otherwise: string): void {
  if (!right) throw new Error(otherwise);
}

/** @throws when the two are not the same, as JSON */
export function same(seen: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(seen), JSON.stringify(expected)];
  must(left === right, `${left} instead of ${right}`);
}
