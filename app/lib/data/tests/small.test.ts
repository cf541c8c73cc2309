import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import * as when from "#app/lib/retry/when-back.ts";
import { RealtimeClient } from "../client/no-realtime.ts";
import { type AnyDeclaration, declaredIn, declareResource, messagesOf } from "../declaration.ts";
import { companyTime, displayOrder } from "../item-schema.ts";
import { newUuid } from "../new-uuid.ts";
import {
  createQueryClient,
  linkClients,
  resumeReads,
  secondaryClient,
  settleAndCancel,
} from "../query-client.ts";

test("makes random UUIDs of version 4", () => {
  for (const [byte, id] of [
    [0x00, "00000000-0000-4000-8000-000000000000"],
    [0xff, "ffffffff-ffff-4fff-bfff-ffffffffffff"],
  ] as const) {
    vi.spyOn(crypto, "getRandomValues").mockImplementationOnce((array) => {
      (array as unknown as Uint8Array).fill(byte);
      return array;
    });
    expect(newUuid()).toBe(id);
  }
  expect(newUuid()).not.toBe(newUuid());
});

test("the ends of what a display order may be", () => {
  for (const typed of ["0", "2147483647"]) expect(z.parse(displayOrder, typed)).toBe(Number(typed));
  expect(z.safeParse(displayOrder, "2147483648").success).toBe(false);
  expect(z.parse(companyTime, "")).toBeNull();
  expect(z.parse(companyTime, "2026-11-27T08:00")).toBe("2026-11-27T08:00 America/Los_Angeles");
});

test("has no realtime channel, and accepts a new token", () => {
  const client = new RealtimeClient();
  expect(client.setAuth()).toBeUndefined();
  expect(() => client.channel()).toThrow("This build has no live channels");
});

test("lists declared folders by menu place, and their messages by table", () => {
  const one = (table: string, place: number) =>
    declareResource({ table, menu: { place }, messages: { load: table } } as never) as never;
  const [late, early] = [one("services", 9), one("faq_items", 1)] as AnyDeclaration[];
  const declared = declaredIn([{ resource: late }, {}, { resource: early, other: 1 }]);
  expect(declared).toEqual([early, late]);
  expect(messagesOf(declared)).toEqual({
    faq_items: { load: "faq_items" },
    services: { load: "services" },
  });
});

const offline = new TypeError("Failed to fetch");
const ended = { status: 401 };

test("retries a read once after a network failure, not after a refusal", async () => {
  vi.useFakeTimers();
  const lost = vi.fn();
  const client = createQueryClient(lost);
  for (const [error, times, notified] of [
    [offline, 2, 0],
    [{ status: 400 }, 1, 0],
    [ended, 1, 1],
  ] as const) {
    const queryFn = vi.fn(() => Promise.reject(error));
    const read = client.fetchQuery({ queryKey: [error], queryFn }).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(599);
    expect(queryFn).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(queryFn).toHaveBeenCalledTimes(times);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await read).toBe(error);
    expect(queryFn).toHaveBeenCalledTimes(times);
    expect(lost).toHaveBeenCalledTimes(notified);
  }
  vi.useRealTimers();
});

test("reports a refused read or write, other than of an ended session", async () => {
  const refused = vi.fn();
  const client = createQueryClient(() => {}, refused);
  const causes = [{ code: "42501", status: 403 }, new RefusedError("No"), ended, offline];
  for (const error of causes)
    await new MutationObserver(client, { mutationFn: () => Promise.reject(error) })
      .mutate()
      .catch(() => undefined);
  expect(refused.mock.calls).toEqual([[client], [client]]);
});

test("treats a read as fresh for half a minute", async () => {
  vi.useFakeTimers();
  const client = createQueryClient(() => {});
  const queryFn = vi.fn(async () => 1);
  const read = () => client.fetchQuery({ queryKey: ["a"], queryFn });
  await read();
  await vi.advanceTimersByTimeAsync(29_999);
  await read();
  expect(queryFn).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  await read();
  expect(queryFn).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("tries a write once, and notifies waiting reads", async () => {
  const back = vi.spyOn(when, "isBack");
  const lost = vi.fn();
  const client = createQueryClient(lost);
  const write = (mutationFn: () => Promise<unknown>) =>
    new MutationObserver(client, { mutationFn }).mutate().catch((cause: unknown) => cause);
  const mutationFn = vi.fn(() => Promise.reject(offline));
  expect(await write(mutationFn)).toBe(offline);
  expect(mutationFn).toHaveBeenCalledOnce();
  expect([back.mock.calls, lost.mock.calls]).toEqual([[], []]);
  await write(() => Promise.reject(ended));
  expect(lost).toHaveBeenCalledOnce();
  await write(async () => 1);
  expect(back.mock.calls).toEqual([["server"]]);
});

test("waits for a save before leaving, and drops reads", async () => {
  vi.useFakeTimers();
  const client = createQueryClient(() => {});
  const drop = vi.fn();
  const read = client.fetchQuery({ queryKey: ["a"], queryFn: () => new Promise(() => {}) });
  read.catch(() => {});
  let store = () => {};
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      store = resolve;
    });
  void new MutationObserver(client, { mutationFn }).mutate();
  const rest = settleAndCancel(client, drop);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(drop).not.toHaveBeenCalled();
  store();
  await rest;
  expect([drop.mock.calls.length, client.isFetching()]).toEqual([1, 0]);

  void new MutationObserver(client, { mutationFn }).mutate();
  const secondRest = settleAndCancel(client, drop);
  await vi.advanceTimersByTimeAsync(5_000);
  await secondRest;
  expect(drop).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test("waits and stops reading in the second client too", async () => {
  const client = createQueryClient(vi.fn());
  const secondary = secondaryClient(client);
  const forget = linkClients(client, secondary);
  void secondary
    .fetchQuery({ queryKey: ["a"], queryFn: () => new Promise(() => {}) })
    .catch(() => {});
  let store = () => {};
  const mutationFn = () =>
    new Promise<void>((resolve) => {
      store = resolve;
    });
  void new MutationObserver(secondary, { mutationFn }).mutate();
  const drop = vi.fn();
  const rest = settleAndCancel(client, drop);
  await vi.waitFor(() => expect(secondary.isMutating()).toBe(1));
  expect([drop.mock.calls.length, secondary.isFetching(), client.isFetching()]).toEqual([0, 1, 0]);
  store();
  await rest;
  expect([drop.mock.calls.length, secondary.isFetching()]).toEqual([1, 0]);

  void secondary
    .fetchQuery({ queryKey: ["b"], queryFn: () => new Promise(() => {}) })
    .catch(() => {});
  forget();
  await settleAndCancel(client, drop);
  expect(secondary.isFetching(), "one that no screen shows is left alone").toBe(1);
});

test("answers dropped requests when the person stays", async () => {
  const client = createQueryClient(vi.fn());
  const secondary = secondaryClient(client);
  linkClients(client, secondary);
  const asked = vi.fn();
  const answers = [new Promise(() => {}), new Promise(() => {}), Promise.resolve(1)];
  const reads = (of: typeof client, key: string, answer: () => Promise<unknown>) =>
    new QueryObserver(of, {
      queryKey: [key],
      queryFn: () => {
        asked(key);
        return answer();
      },
    }).subscribe(() => {});
  reads(client, "had", async () => 1);
  await vi.waitFor(() => expect(client.getQueryData(["had"])).toBe(1));
  for (const of of [client, secondary])
    reads(of, "dropped", () => answers.shift() ?? Promise.resolve(2));
  await settleAndCancel(client, vi.fn());
  resumeReads(client);
  await vi.waitFor(() => expect(secondary.getQueryData(["dropped"])).toBe(2));
  expect(client.getQueryData(["dropped"])).toBe(1);
  expect(asked.mock.calls.flat()).toEqual(["had", "dropped", "dropped", "dropped", "dropped"]);
});
