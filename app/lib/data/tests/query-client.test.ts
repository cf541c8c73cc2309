import { MutationObserver, notifyManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { createQueryClient, showStored } from "../query-client.ts";

const KEY = ["site_settings"];

test("ignores a read from before the save", async () => {
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

test("refetches nothing that was not being read", async () => {
  const client = new QueryClient();
  client.setQueryData(KEY, "before");
  await showStored<string>(client, KEY, (value) => `${value}, stored`);
  expect(client.getQueryData(KEY)).toBe("before, stored");
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(false);
});

test("tells screens of the stored rows before the save ends", async () => {
  const client = createQueryClient(() => undefined);
  client.setQueryData(KEY, "before");
  const shown: unknown[] = [];
  const screen = new QueryObserver(client, { queryKey: KEY, enabled: false });
  // As useQuery does.
  const stop = screen.subscribe(notifyManager.batchCalls(({ data }) => shown.push(data)));
  const save = new MutationObserver(client, {
    mutationFn: async () => "stored",
    onSuccess: (text) => showStored<string>(client, KEY, () => text),
  });
  await save.mutate();
  expect(shown).toEqual(["stored"]);
  stop();
});

test("restarts a first read from before a change", async () => {
  const client = createQueryClient(() => undefined);
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const observer = new QueryObserver(client, {
    queryKey: KEY,
    queryFn: () => (answers[asked++] as PromiseWithResolvers<string>).promise,
  });
  const stop = observer.subscribe(() => undefined);
  const changed = client.invalidateQueries({ queryKey: KEY });
  answers[0]?.resolve("old");
  answers[1]?.resolve("new");
  await changed;
  expect(observer.getCurrentResult()).toMatchObject({ data: "new", error: null });
  stop();
});
