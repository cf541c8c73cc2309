import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import type { Lead } from "#app/lib/data/database.types.ts";
import { placeOf } from "../list/place-of.ts";

interface WalkOptions {
  /** the open one; "" for none */
  openId: string;
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
export function useWalk({ openId, param, rows, isTurning, page, pages }: WalkOptions) {
  const navigate = useNavigate();
  const { state } = useLocation();
  /** the rows among which the open one stood last */
  const seen = useRef<readonly string[]>([]);
  /** the page's end at which to go on once its rows are there */
  const goOn = useRef<{ page: number; at: 0 | -1 }>(undefined);
  const ids = rows?.map(({ id }) => id) ?? [];
  if (ids.includes(openId)) seen.current = ids;
  const how = { replace: true, state, preventScrollReset: true };
  const linkTo = (id: string) => ({ to: { search: searchOf(param, id) }, ...how });
  const show = (search: string) => void navigate({ search }, how);
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
    latest.current(searchOf(param, row.id));
  }, [rows, isTurning, page, openId, param]);

  const hasPrevious = placeOf(openId, ids, seen.current) > 0 || page > 1;
  const hasNext = beside(1) !== undefined || page < pages;
  return {
    linkTo,
    hasPrevious: openId !== "" && hasPrevious,
    hasNext: openId !== "" && hasNext,
    go(step: 1 | -1) {
      // The address is ahead of the screen: two quick presses are two steps.
      const now = new URLSearchParams(window.location.search).get(param) ?? openId;
      const row = beside(step, now);
      if (row) return show(searchOf(param, row.id));
      const to = page + step;
      if (to < 1 || to > pages || isTurning) return;
      goOn.current = { page: to, at: step > 0 ? 0 : -1 };
      show(searchOf(param, openId, to));
    },
  };
}

export type Walk = ReturnType<typeof useWalk>;
