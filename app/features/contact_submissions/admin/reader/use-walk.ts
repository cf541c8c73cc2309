import { useEffect, useReducer, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Lead } from "#app/lib/data/database.types.ts";

interface WalkOptions {
  /** the open one; "" for none */
  openId: string;
  /** its row as it was read last, also one that is not on this page */
  open: Lead | undefined;
  param: string;
  rows: readonly Lead[] | undefined;
  /** these are still the rows of the page before */
  isTurning: boolean;
  page: number;
  pages: number;
}

/** The address with the open lead, and perhaps the page, in it. */
function searchOf(param: string, id: string, page?: number): string {
  const next = new URLSearchParams(window.location.search);
  next.set(param, id);
  if (page !== undefined) next.set("page", String(page));
  if (page === 1) next.delete("page");
  return next.toString();
}

/**
 * Walks through the list without closing: to the row before or behind the open one, over the ends of the
 * page too. An open one that is no longer listed (its status was set) keeps its place.
 */
export function useWalk({ openId, open, param, rows, isTurning, page, pages }: WalkOptions) {
  const navigate = useNavigate();
  const { state } = useLocation();
  /** the rows among which the open one stood last */
  const seen = useRef<readonly string[]>([]);
  /** the page's end at which to go on once its rows are there */
  const goOn = useRef<{ page: number; at: 0 | -1 }>(undefined);
  const inAddress = () => new URLSearchParams(window.location.search).get(param);
  const ids = rows?.map(({ id }) => id) ?? [];
  if (ids.includes(openId)) seen.current = ids;
  const how = { replace: true, state, preventScrollReset: true };
  const linkTo = (id: string) => ({ to: { search: searchOf(param, id) }, ...how });
  /** where a step leads that the address does not have yet */
  const next = useRef<string>(undefined);
  const [, settled] = useReducer((steps: number) => steps + 1, 0);
  const show = async (search: string, id: string) => {
    next.current = id;
    await navigate({ search }, how);
    // Somebody who is asked whether to leave may stay: from here on the address tells.
    if (next.current === id) next.current = undefined;
    settled();
  };
  /** The row a step away from `id`; one that is not listed any more stood before what took its place. */
  const beside = (step: 1 | -1, id = openId) => {
    const taken = step > 0 && !ids.includes(id);
    return rows?.[placeOf(id, ids, seen.current) + (taken ? 0 : step)];
  };

  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const wanted = goOn.current;
    const row = wanted?.page === page && !isTurning ? rows?.at(wanted.at) : undefined;
    if (!row || !wanted || !openId) return;
    goOn.current = undefined;
    void latest.current(searchOf(param, row.id), row.id);
  }, [rows, isTurning, page, openId, param]);

  /**
   * The lead in the address, which is ahead of the screen after a quick step; `loading` until the step is
   * done and its row is known, undefined while none is open.
   */
  const target = (): Lead | "loading" | undefined => {
    const id = inAddress();
    if (!id) return undefined;
    if (next.current || goOn.current) return "loading";
    return open?.id === id ? open : (rows?.find((row) => row.id === id) ?? "loading");
  };

  const hasPrevious = placeOf(openId, ids, seen.current) > 0 || page > 1;
  const hasNext = beside(1) !== undefined || page < pages;
  return {
    linkTo,
    target,
    hasPrevious: openId !== "" && hasPrevious,
    hasNext: openId !== "" && hasNext,
    go(step: 1 | -1) {
      // Two quick presses are two steps.
      const row = beside(step, next.current ?? inAddress() ?? openId);
      if (row) return void show(searchOf(param, row.id), row.id);
      const to = page + step;
      if (to < 1 || to > pages || isTurning) return;
      goOn.current = { page: to, at: step > 0 ? 0 : -1 };
      void show(searchOf(param, openId, to), openId);
    },
  };
}

export type Walk = ReturnType<typeof useWalk>;

/**
 * Where a row stands among the listed ones, or would: behind the last of those that stood before it and are
 * still there. Others may have gone, or come, at the same time.
 * @param seen the rows among which it stood last
 */
export function placeOf(id: string, ids: readonly string[], seen: readonly string[]): number {
  const listed = ids.indexOf(id);
  if (listed >= 0) return listed;
  const at = seen.indexOf(id);
  const before = seen.slice(0, at + 1).findLast((other) => ids.includes(other));
  if (before) return ids.indexOf(before) + 1;
  return Math.max(
    ids.findIndex((other) => seen.indexOf(other) > at),
    0,
  );
}
