import bcrypt from "bcrypt";
import { expect, test, vi } from "vitest";

const cores = vi.hoisted(() => vi.fn(() => 1));
vi.mock("node:os", () => ({ availableParallelism: cores }));

/** Pending password comparisons; the test resolves each one. */
const judged = vi.hoisted(() => [] as ((same: boolean) => void)[]);
vi.mock("bcrypt", () => ({
  default: {
    genSaltSync: () => "nobody's",
    compare: vi.fn(() => new Promise<boolean>((resolve) => judged.push(resolve))),
  },
}));

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])("checks passwords of %i cores on %i at a time", async (all, taken) => {
  cores.mockReturnValue(all);
  vi.resetModules();
  judged.splice(0);
  vi.mocked(bcrypt.compare).mockClear();
  const { isPassword } = await import("./index.ts");
  const answers = Array.from({ length: 4 }, () => isPassword("a-password", "a-hash"));
  await Promise.resolve();
  expect(bcrypt.compare).toHaveBeenCalledTimes(taken);
  judged[0]?.(true);
  expect(await answers[0]).toBe(true);
  await vi.waitFor(() => expect(bcrypt.compare).toHaveBeenCalledTimes(taken + 1));
  for (let n = 1; n < 4; n += 1) {
    await vi.waitFor(() => expect(judged[n]).toBeDefined());
    judged[n]?.(true);
  }
  expect(await Promise.all(answers)).toEqual([true, true, true, true]);
});
