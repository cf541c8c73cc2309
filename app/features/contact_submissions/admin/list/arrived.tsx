import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUnsavedNow } from "#app/admin-kit/dialogs/unsaved.tsx";
import { asBackendError } from "#app/lib/errors/backend-error.ts";
import { formatCount } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { NEW_LEADS } from "../new-leads.ts";
import { type Arrivals, countArrived, type LeadQuery, name } from "../queries.ts";

/** A new lead or answer shows within five seconds; while requests fail, polling slows down. */
const LOOK_AGAIN_MS = 4_000;
const WITHOUT_ANSWER_MS = 30_000;

interface ArrivedProps {
  /** the list's query */
  query: LeadQuery;
  /** the newest lead or answer when the list was read; null when there was none, undefined until known */
  newest: string | null | undefined;
  /** a lead is open next to the list: a sticky button would cover the list's controls */
  isSplit: boolean;
  /** makes the list show new leads first, or those with new answers; it is read again afterwards */
  onShow: () => void;
  onShowAnswers: () => void;
}

const NONE: Arrivals = { leads: 0, answers: 0 };

/** Announces new leads and answers. The list stays unchanged until someone presses the button. */
export function Arrived({ query, newest, isSplit, onShow, onShowAnswers }: ArrivedProps) {
  const client = useQueryClient();
  const isUnsaved = useUnsavedNow();
  const { data, error } = useQuery({
    queryKey: [name, "arrived", query, newest],
    queryFn: () => countArrived(query, newest ?? null),
    enabled: newest !== undefined,
    initialData: NONE,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.error ? WITHOUT_ANSWER_MS : LOOK_AGAIN_MS),
  });
  const { leads, answers } = data;
  useEffect(() => {
    // The person lost the right to see leads. A new load says so, but would discard a typed note.
    if (asBackendError(error).code === "42501" && !isUnsaved()) window.location.reload();
  }, [error, isUnsaved]);
  useEffect(() => {
    // The sidebar's count refreshes once a minute. Now it is known to be out of date.
    if (leads + answers > 0) void client.invalidateQueries({ queryKey: NEW_LEADS });
  }, [leads, answers, client]);
  const show = (first: () => void) => () => {
    first();
    void client.invalidateQueries({ queryKey: [name, "list"] });
    window.scrollTo({ top: 0 });
    document.getElementById("main")?.focus({ preventScroll: true });
  };
  return (
    <div
      role="status"
      className={cx(
        "z-10 flex h-0 flex-wrap justify-end gap-2 max-sm:fixed max-sm:inset-x-0 max-sm:bottom-16 max-sm:justify-center",
        !isSplit && "sm:sticky sm:top-16",
      )}
    >
      <ShowButton count={answers} names={["reply", "replies"]} onClick={show(onShowAnswers)} />
      <ShowButton count={leads} names={["lead", "leads"]} onClick={show(onShow)} />
    </div>
  );
}

interface ShowButtonProps {
  count: number;
  names: readonly [one: string, many: string];
  onClick: () => void;
}

const ShowButton = ({ count, names: [one, many], onClick }: ShowButtonProps) =>
  count > 0 && (
    <Button look="primary" size="sm" className="rounded-full shadow-lift" onClick={onClick}>
      Show {formatCount(count)} new {count === 1 ? one : many}
    </Button>
  );
