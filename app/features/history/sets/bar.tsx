import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useUnsavedNow } from "#app/admin-kit/dialogs/unsaved.tsx";
import { moveDrafts } from "#app/admin-kit/forms/visit.ts";
import { usePrepared } from "#app/admin-kit/prepared/prepared.ts";
import type { ChangeSet } from "#app/lib/data/database.types.ts";
import { type ActiveSet, activeSet, switchSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { NativeSelect } from "#app/ui/inputs/native-select.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { formatCompanyTime } from "#contract/time/company-zone.ts";
import type { SetDialogsProps } from "./dialogs.tsx";
import { EndingSets } from "./ending-sets.tsx";
import { name } from "./key.ts";
import {
  changesIn,
  type EndingSet,
  isPlanned,
  isUnapproved,
  listSets,
  needsApproval,
  readSet,
  reviewSet,
  timesOf,
  UNAPPROVED,
} from "./queries.ts";

const SetDialogs = onDemand(async () => (await import("./dialogs.tsx")).SetDialogs, {
  isNeeded: ({ open, linked }) => open !== undefined || linked !== null,
});

const LIVE = "";
const NEW = "new";

/**
 * The bar above the screens: whether changes are saved to the live site or to a change set. While a
 * set is active, it stays visible on every screen, with the set's actions.
 */
export function SetBar({ takesScreen }: { takesScreen: boolean }) {
  const prepared = usePrepared();
  const [params] = useSearchParams();
  const client = useQueryClient();
  const isUnsaved = useUnsavedNow();
  const [open, setOpen] = useState<SetDialogsProps["open"]>();
  const [ending, setEnding] = useState<EndingSet>();
  const { data } = useQuery({
    queryKey: [name, "all"],
    queryFn: listSets,
    // A set that is published or ends on schedule changes then.
    refetchInterval: ({ state }) => state.data !== undefined && isPlanned(state.data) && 15_000,
  });
  const sets = data?.open;
  const set = prepared?.set;
  const stored = sets?.find(({ id }) => id === set?.id);
  const isMissing = set !== undefined && sets !== undefined && !stored;

  const approval = useQuery({ queryKey: [name, "needs approval"], queryFn: needsApproval });
  const { data: reviewed } = useQuery({
    queryKey: [name, "review", set?.id],
    queryFn: () => reviewSet(set?.id ?? ""),
    enabled: Boolean(approval.data && stored?.publish_at && !stored.problem),
  });
  const closed = useQuery({
    queryKey: [name, "closed", set?.id],
    queryFn: () => readSet(set?.id ?? ""),
    enabled: isMissing,
  });
  // A list from before the set was created doesn't have it.
  const isClosed = isMissing && closed.data?.status !== "open";
  /** Nothing can be saved here, so unsaved text moves along. */
  const takesNothing = set ? isClosed : approval.data === true;

  function turnTo(next: ActiveSet | undefined) {
    // An older toast's Undo or Try again would apply to the wrong target.
    toast.clear();
    if (takesNothing) moveDrafts(set, next);
    switchSet(next);
    void client.invalidateQueries({ queryKey: [name] });
  }
  /** Says so if switching now would lose unsaved text. */
  function wouldLose() {
    if (!isUnsaved() || takesNothing) return false;
    toast.info(MESSAGES.waiting.unsaved);
    return true;
  }
  function choose(value: string) {
    if (wouldLose()) return;
    if (value === NEW) return setOpen("new");
    const chosen = sets?.find(({ id }) => id === value);
    turnTo(chosen && { id: chosen.id, name: chosen.name });
  }
  function review(linked: ActiveSet) {
    if (linked.id !== activeSet()?.id) {
      if (wouldLose()) return;
      turnTo(linked);
    }
    setOpen("review");
  }
  /** The active set was published or discarded here. */
  function leave() {
    if (!isUnsaved()) return turnTo(undefined);
    // The bar then asks where to save, and the text moves along.
    void client.invalidateQueries({ queryKey: [name] });
  }

  return (
    <section
      aria-label="Where changes go"
      data-bar={set ? "" : undefined}
      className={cx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-1.5 text-sm md:px-8",
        set
          ? "z-20 border-b-2 md:sticky md:top-14 border-brand bg-brand-soft"
          : "border-b border-line text-ink-2",
      )}
    >
      <span className="flex items-center gap-2">
        <span aria-hidden className="max-sm:sr-only">
          Save to
        </span>
        <NativeSelect
          label="Save to"
          value={set?.id ?? LIVE}
          onValueChange={choose}
          choices={choicesOf(sets, set)}
          className="max-w-52"
        />
      </span>
      {!set && takesNothing && (
        <>
          <p className="min-w-56 flex-1 text-ink">
            Your changes need approval. Save them to a change set and send it for review.
          </p>
          <Button size="sm" look="primary" onClick={() => setOpen("new")}>
            New set…
          </Button>
        </>
      )}
      {set && (
        <>
          <p role="status" className="min-w-56 flex-1 text-ink wrap-anywhere">
            {isClosed
              ? !closed.isPending && closedState(set, closed.data)
              : stateOf(set, prepared.rows.size, takesScreen)}{" "}
            {timeOf(stored)} {reviewed && isUnapproved(reviewed) && UNAPPROVED}
          </p>
          {!isClosed && (
            <SetActions set={set} isEmpty={prepared.rows.size === 0} onOpen={setOpen} />
          )}
        </>
      )}
      <EndingSets
        sets={data?.ending ?? []}
        onOpen={(what, one) => {
          setEnding(one);
          setOpen(what);
        }}
      />
      <SetDialogs
        open={open}
        linked={params.get("review")}
        set={set}
        stored={stored}
        ending={ending}
        onCreated={turnTo}
        onLinked={review}
        onEnded={leave}
        onOpen={setOpen}
      />
    </section>
  );
}

/** Where saves can go: also the active set that isn't in the list, or before the list is known. */
function choicesOf(sets: readonly ActiveSet[] = [], set: ActiveSet | undefined) {
  const isListed = !set || sets.some(({ id }) => id === set.id);
  return [
    { value: LIVE, label: "The live site" },
    ...(isListed ? sets : [set, ...sets]).map(({ id, name }) => ({ value: id, label: name })),
    { value: NEW, label: "New set…" },
  ];
}

interface SetActionsProps {
  set: ActiveSet;
  isEmpty: boolean;
  onOpen: SetDialogsProps["onOpen"];
}

function SetActions({ set, isEmpty, onOpen }: SetActionsProps) {
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="sm" onClick={() => onOpen("review")}>
        Review
      </Button>
      <Button size="sm" onClick={() => onOpen("preview")}>
        Preview set<span className="sr-only"> {set.name}</span>
      </Button>
      <Button size="sm" onClick={() => onOpen("share")}>
        Share…
      </Button>
      <Button size="sm" onClick={() => onOpen("schedule")}>
        Schedule…
      </Button>
      <Button size="sm" look="primary" disabled={isEmpty} onClick={() => onOpen("publish")}>
        Publish
      </Button>
    </span>
  );
}

/** @param closed null: the set no longer exists; undefined: unknown */
const closedState = ({ name }: ActiveSet, closed: ChangeSet | null | undefined) =>
  `${name} ${whatBecameOf(closed)}. Choose where to save your changes.`;

function whatBecameOf(closed: ChangeSet | null | undefined) {
  if (closed === undefined) return "was published or discarded";
  if (!closed?.published_at) return "was discarded";
  const published = `was published on ${formatCompanyTime(closed.published_at)}`;
  return closed.ended_at
    ? `${published} and ended on ${formatCompanyTime(closed.ended_at)}`
    : published;
}

function stateOf({ name }: ActiveSet, count: number, takesScreen: boolean) {
  const changes = `${changesIn(count)} in ${name}`;
  return takesScreen
    ? `${changes}. Not visible to visitors yet.`
    : `${changes}. Changes on this screen go live right away.`;
}

function timeOf(set: ChangeSet | undefined) {
  if (!set?.publish_at)
    return set?.end_at ? `Once live, it ends on ${formatCompanyTime(set.end_at)}.` : undefined;
  return set.problem
    ? `It couldn't be published on ${formatCompanyTime(set.publish_at)}: ${set.problem}`
    : `It goes live on ${timesOf(set)}.`;
}
