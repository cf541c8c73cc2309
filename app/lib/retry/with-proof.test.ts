import { afterEach, expect, test, vi } from "vitest";
import { askForProofBy, withProof } from "./with-proof.ts";

const refusal = Object.assign(new Error("Confirm it's you, then try again."), { status: 428 });

/** A call that is refused until the person has proved who they are. */
function refusedOnce() {
  const call = vi.fn<() => Promise<string>>();
  return call.mockRejectedValueOnce(refusal).mockResolvedValue("done");
}

afterEach(() => askForProofBy(undefined));

test("asks once, and makes the call again", async () => {
  const ask = vi.fn(async () => true);
  askForProofBy(ask);
  const call = refusedOnce();
  expect(await withProof(call)).toBe("done");
  expect([ask.mock.calls.length, call.mock.calls.length]).toEqual([1, 2]);
});

test("refuses when the person gives up", async () => {
  askForProofBy(async () => false);
  const call = refusedOnce();
  await expect(withProof(call)).rejects.toBe(refusal);
  expect(call).toHaveBeenCalledTimes(1);
});

test("calls at the same time share one question", async () => {
  const ask = vi.fn(async () => true);
  askForProofBy(ask);
  expect(await Promise.all([withProof(refusedOnce()), withProof(refusedOnce())])).toEqual([
    "done",
    "done",
  ]);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a second refusal, another refusal, and nobody to ask, are thrown", async () => {
  askForProofBy(async () => true);
  await expect(withProof(() => Promise.reject(refusal))).rejects.toBe(refusal);
  const other = Object.assign(new Error(), { status: 403 });
  await expect(withProof(() => Promise.reject(other))).rejects.toBe(other);
  askForProofBy(undefined);
  await expect(withProof(refusedOnce())).rejects.toBe(refusal);
});
