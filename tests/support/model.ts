import fc from "fast-check";
import { describe, test } from "vitest";

interface Model<Operation> {
  operation: fc.Arbitrary<Operation>;
  /** Does the operations to the real thing and to the model, and throws where the two differ. */
  follow: (operations: readonly Operation[]) => Promise<void> | void;
  /** how many operations one run has */
  length: number;
  runs: number;
  /** operations that failed once, each under what was wrong */
  failedOnce?: Record<string, readonly Operation[]>;
}

/**
 * Tests that the real thing does what a simple model of it does, whatever the operations. The seed is pinned:
 * every run of the test has the same operations. MODEL_SEED and MODEL_RUNS try others.
 */
export function followsModel<Operation>(title: string, model: Model<Operation>) {
  const { length, failedOnce = {} } = model;
  const seed = Number(process.env.MODEL_SEED ?? 1);
  const runs = Number(process.env.MODEL_RUNS ?? model.runs);

  describe(title, () => {
    for (const [name, operations] of Object.entries(failedOnce))
      test(name, () => model.follow(operations));

    test(`follows its model for ${runs} times ${length} operations from seed ${seed}`, async () => {
      const operations = new Sequence(model.operation, length);
      const found = await fc.check(
        fc.asyncProperty(operations, async (run) => model.follow(run)),
        { seed, numRuns: runs },
      );
      if (!found.failed) return;
      const shortest = (found.counterexample?.[0] ?? []).map((one) => `  ${fc.stringify(one)},`);
      throw new Error(
        [
          `Fails with seed ${seed} at path ${found.counterexamplePath}, at least with these operations:`,
          ...shortest,
          "Fix it, and keep them under a name in this model's failedOnce.",
        ].join("\n"),
        { cause: found.errorInstance },
      );
    }, 600_000);
  });
}

/** So many operations; fewer only to show which of them a failure needs. */
class Sequence<Operation> extends fc.Arbitrary<Operation[]> {
  private readonly whole: fc.Arbitrary<Operation[]>;
  private readonly shorter: fc.Arbitrary<Operation[]>;

  constructor(operation: fc.Arbitrary<Operation>, length: number) {
    super();
    this.whole = fc.array(operation, { minLength: length, maxLength: length });
    this.shorter = fc.array(operation, { maxLength: length, size: "max" });
  }

  // Without fast-check's bias to small and like values: long runs need all kinds of operations.
  override generate(random: fc.Random) {
    return this.whole.generate(random, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Operation[] {
    return this.shorter.canShrinkWithoutContext(value);
  }

  override shrink(value: Operation[], context: unknown) {
    return this.shorter.shrink(value, context);
  }
}
