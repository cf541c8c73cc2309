import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatCount } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { countArrived, name, type Wanted } from "../queries.ts";

/** A new lead shows within five seconds; while requests fail, polling slows down. */
const LOOK_AGAIN_MS = 4_000;
const WITHOUT_ANSWER_MS = 30_000;

interface ArrivedProps {
  /** the list's query */
  wanted: Wanted;
  /** the newest lead when the list was read; null when there was none, undefined until known */
  newest: string | null | undefined;
  /** a lead is open next to the list: a sticky button would cover the list's controls */
  isSplit: boolean;
  onShow: () => void;
}

/** Announces new leads. The list stays unchanged until someone presses the button. */
export function Arrived({ wanted, newest, isSplit, onShow }: ArrivedProps) {
  const client = useQueryClient();
  const { data: count } = useQuery({
    queryKey: [name, "arrived", wanted, newest],
    queryFn: () => countArrived(wanted, newest ?? null),
    enabled: newest !== undefined,
    initialData: 0,
    staleTime: LOOK_AGAIN_MS,
    refetchInterval: ({ state }) => (state.error ? WITHOUT_ANSWER_MS : LOOK_AGAIN_MS),
  });
  useEffect(() => {
    // The sidebar's count refreshes once a minute. Now it is known to be out of date.
    if (count > 0) void client.invalidateQueries({ queryKey: [name, "new"] });
  }, [count, client]);
  return (
    <div
      role="status"
      className={cx(
        "z-10 flex h-0 justify-end max-sm:fixed max-sm:inset-x-0 max-sm:bottom-16 max-sm:justify-center",
        !isSplit && "sm:sticky sm:top-16",
      )}
    >
      {count > 0 && (
        <Button look="primary" size="sm" className="rounded-full shadow-lift" onClick={onShow}>
          Show {formatCount(count)} new {count === 1 ? "lead" : "leads"}
        </Button>
      )}
    </div>
  );
}
