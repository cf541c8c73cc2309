import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { showStored } from "../query-client.ts";

const KEY = ["site_settings"];

test("a read that looked before the save does not bring the old value back", async () => {
  const client = new QueryClient();
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const read = client.fetchQuery({
    queryKey: KEY,
    queryFn: () => (answers[asked++] as PromiseWithResolvers<string>).promise,
  });
  read.catch(() => undefined);
  await showStored<string>(client, KEY, () => "new");
  answers[0]?.resolve("old");
  await expect(read).rejects.toThrow();
  expect(client.getQueryData(KEY)).toBe("new");
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
});

test("where nothing was being read, nothing is read again", async () => {
  const client = new QueryClient();
  client.setQueryData(KEY, "before");
  await showStored<string>(client, KEY, (value) => `${value}, stored`);
  expect(client.getQueryData(KEY)).toBe("before, stored");
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false);
});
