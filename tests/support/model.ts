import fc from "fast-check";
import { describe, test } from "vitest";

interface Model<Operation> {
  operation: fc.Arbitrary<Operation>;
  /** Runs the operations on the real system and on the model. @throws when they differ */
  follow: (operations: readonly Operation[]) => Promise<void> | void;
  /** number of operations in a run */
  length: number;
  runs: number;
  /** operations that failed once, keyed by what was wrong */
  failedOnce?: Record<string, readonly Operation[]>;
}

/**
 * Tests that the real system behaves like a simple model for any operations. The seed is pinned, so every run
 * has the same operations. MODEL_SEED and MODEL_RUNS try others.
 */
export function followsModel<Operation>(title: string, model: Model<Operation>) {
  const { length, follow, failedOnce = {} } = model;
  const seed = Number(process.env.MODEL_SEED ?? 1);
  const runs = Number(process.env.MODEL_RUNS ?? model.runs);

  describe(title, () => {
    for (const [name, operations] of Object.entries(failedOnce))
      test(name, () => follow(operations));

    test(`follows its model for ${runs} times ${length} operations from seed ${seed}`, async () => {
      const operations = fc.array(model.operation, { minLength: length, maxLength: length });
      const found = await fc.check(
        fc.asyncProperty(fc.noBias(operations), async (run) => follow(run)),
        { seed, numRuns: runs, endOnFailure: true },
      );
      if (!found.failed) return;
      const { few, cause } = await shortest(found.counterexample?.[0] ?? [], follow);
      throw new Error(
        [
          `Fails with MODEL_SEED=${seed} in run ${found.numRuns}. These operations are enough:`,
          ...few.map((operation) => `  ${JSON.stringify(operation)},`),
          "Fix it, and keep them under a name in this model's failedOnce.",
        ].join("\n"),
        { cause: cause ?? found.errorInstance },
      );
    }, 600_000);
  });
}

/**
 * Shrinks the operations while they still fail, first many at once and then one by one. Values stay as they
 * are, so that this takes seconds even with a database.
 */
async function shortest<Operation>(
  operations: readonly Operation[],
  follow: Model<Operation>["follow"],
) {
  let few = operations;
  let cause: unknown;
  for (let size = Math.ceil(few.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let at = few.length - size; at >= 0; at -= size) {
      const fewer = few.toSpliced(at, size);
      try {
        await follow(fewer);
      } catch (failure) {
        few = fewer;
        cause = failure;
      }
    }
  return { few, cause };
}
