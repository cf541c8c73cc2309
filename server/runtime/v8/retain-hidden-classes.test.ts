import { expect, test } from "vitest";
import { retainHiddenClasses } from "./retain-hidden-classes.ts";

test("keeps one object per tick", async () => {
  const retained = retainHiddenClasses();
  const first = retained.get("TickObject");
  expect(first).toBeTypeOf("object");
  await new Promise<void>((resolve) => process.nextTick(resolve));
  expect([...retained]).toEqual([["TickObject", first]]);
});
