import { useEffect, useReducer, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Lead } from "#app/lib/data/database.types.ts";

interface WalkOptions {
  /** the open one; "" for none */
  openId: string;
  /** its last fetched row, even if it is not on this page */
  open: Lead | undefined;
  param: string;
  rows: readonly Lead[] | undefined;
  /** the rows are still those of the previous page */
  isTurning: boolean;
  page: number;
  pages: number;
}

/** The query string with the open lead and, if given, the page. */
function searchOf(param: string, id: string, page?: number): string {
  const next = new URLSearchParams(window.location.search);
  next.set(param, id);
  if (page !== undefined) next.set("page", String(page));
  if (page === 1) next.delete("page");
  return next.toString();
}

/**
 * Steps to the row before or after the open one without closing it, across page ends too. An open
 * lead that left the list, as after a status change, keeps its place.
 */
export function useWalk({ openId, open, param, rows, isTurning, page, pages }: WalkOptions) {
  const navigate = useNavigate();
  const { state } = useLocation();
  /** the ids of the list that last included the open lead */
  const seen = useRef<readonly string[]>([]);
  /** the page being loaded, and at which end of it to continue */
  const resumeAt = useRef<{ page: number; at: 0 | -1 }>(undefined);
  const inAddress = () => new URLSearchParams(window.location.search).get(param);
  const ids = rows?.map(({ id }) => id) ?? [];
  if (ids.includes(openId)) seen.current = ids;
  const how = { replace: true, state, preventScrollReset: true };
  const linkTo = (id: string) => ({ to: { search: searchOf(param, id) }, ...how });
  /** the target of a step that is not in the URL yet */
  const next = useRef<string>(undefined);
  const [, settled] = useReducer((steps: number) => steps + 1, 0);
  const show = async (search: string, id: string) => {
    next.current = id;
    await navigate({ search }, how);
    // Someone asked whether to leave may stay. From here on, the URL is right.
    if (next.current === id) next.current = undefined;
    settled();
  };
  /** The row one step from `id`. If `id` left the list, the next row has taken its place. */
  const adjacentLead = (step: 1 | -1, id = openId) => {
    const taken = step > 0 && !ids.includes(id);
    return rows?.[placeOf(id, ids, seen.current) + (taken ? 0 : step)];
  };

  const latest = useRef(show);
  latest.current = show;
  useEffect(() => {
    const resume = resumeAt.current;
    const row = resume?.page === page && !isTurning ? rows?.at(resume.at) : undefined;
    if (!row || !resume || !openId) return;
    resumeAt.current = undefined;
    void latest.current(searchOf(param, row.id), row.id);
  }, [rows, isTurning, page, openId, param]);

  /**
   * The lead in the URL, which is ahead of the screen after a quick step. `loading` until the step
   * is done and its row is known; undefined while none is open.
   */
  const target = (): Lead | "loading" | undefined => {
    const id = inAddress();
    if (!id) return undefined;
    if (next.current || resumeAt.current) return "loading";
    return open?.id === id ? open : (rows?.find((row) => row.id === id) ?? "loading");
  };

  const hasPrevious = placeOf(openId, ids, seen.current) > 0 || page > 1;
  const hasNext = adjacentLead(1) !== undefined || page < pages;
  return {
    linkTo,
    target,
    hasPrevious: openId !== "" && hasPrevious,
    hasNext: openId !== "" && hasNext,
    go(step: 1 | -1) {
      // Two quick presses are two steps.
      const row = adjacentLead(step, next.current ?? inAddress() ?? openId);
      if (row) return void show(searchOf(param, row.id), row.id);
      const to = page + step;
      if (to < 1 || to > pages || isTurning) return;
      resumeAt.current = { page: to, at: step > 0 ? 0 : -1 };
      void show(searchOf(param, openId, to), openId);
    },
  };
}

export type Walk = ReturnType<typeof useWalk>;

/**
 * A row's index in the list, or where it would be: after the last listed row that preceded it.
 * Other rows may have come or gone at the same time.
 * @param seen the list that last included it
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
