import { expect, test, vi } from "vitest";
import type { Backend } from "#server/backend/types.ts";
import { addFigures } from "./figures.ts";

test.each([
  [200, undefined],
  [503, "the backend answers 503"],
])("drops the body of an answer of %i, which would hold its connection", async (status, error) => {
  const cancel = vi.fn();
  const answer = new Response(new ReadableStream({ cancel }), { status });
  const backend: Partial<Backend> = {
    serverUrl: "http://backend.internal",
    publishableKey: "sb_publishable_test",
    fetch: async () => answer,
  };
  const added = addFigures(backend as Backend, "visits_record", {});
  expect(await added.catch(({ message }: Error) => message)).toBe(error);
  expect(cancel).toHaveBeenCalledOnce();
});
