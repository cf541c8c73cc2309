import { expect, test } from "vitest";
import { retainHiddenClasses } from "./retain-hidden-classes.ts";

test("keeps one object per tick", async () => {
  const kept = retainHiddenClasses();
  const first = kept.get("TickObject");
  expect(first).toBeTypeOf("object");
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect([...kept]).toEqual([["TickObject", first]]);
});
