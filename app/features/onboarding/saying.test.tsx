import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Onboarding } from "#app/lib/data/database.types.ts";
import { SAID } from "./queries.ts";
import { useSaying } from "./saying.ts";

test("two answers count both, also when the second would arrive first", async () => {
  const client = new QueryClient();
  const stored: string[] = [];
  const held: (() => void)[] = [];
  const call = (places: readonly string[]) => {
    stored.push(...places);
    const said = stored.map((place) => ({ place }));
    return new Promise<Onboarding>((resolve) => {
      held.push(() => resolve({ said } as Onboarding));
    });
  };
  const both: Promise<Onboarding>[] = [];
  function Buttons() {
    const { mutateAsync } = useSaying(call);
    both.push(mutateAsync(["home"]), mutateAsync(["about"]));
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Buttons />
    </QueryClientProvider>,
  );

  // Each time, the newest request that has begun is answered first.
  for (let answered = 0; answered < 2; answered += 1) {
    await expect.poll(() => held.length).toBeGreaterThan(0);
    held.pop()?.();
  }
  await Promise.all(both);
  expect(client.getQueryData(SAID)).toEqual({ said: [{ place: "home" }, { place: "about" }] });
});
