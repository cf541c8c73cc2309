import type { ChangeSet } from "#app/lib/data/database.types.ts";
import type { ActiveSet } from "#app/lib/data/sets/active-set.ts";
import { NewSetDialog } from "./new-set-dialog.tsx";
import { SetPreview } from "./preview-sheet.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import type { EndingSet } from "./queries.ts";
import { RemainsDialog } from "./remains-dialog.tsx";
import { ReviewDialog } from "./review-dialog.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { ShareDialog } from "./share-dialog.tsx";

export interface SetDialogsProps {
  /** which of them is open */
  open:
    | "new"
    | "review"
    | "preview"
    | "share"
    | "publish"
    | "schedule"
    | "end"
    | "remains"
    | undefined;
  /** the one that is on */
  set: ActiveSet | undefined;
  /** the same, as it is stored; undefined until it is known, and once it is open no more */
  stored: ChangeSet | undefined;
  /** whose end is chosen, or what it left decided */
  ending: EndingSet | undefined;
  /** another set is to be on, or none */
  onTurn: (to: ActiveSet | undefined) => void;
  onOpen: (next: SetDialogsProps["open"]) => void;
}

/** What is done with a set: their code comes when the first is opened. */
export function SetDialogs({ open, set, stored, ending, onTurn, onOpen }: SetDialogsProps) {
  const close = () => onOpen(undefined);
  return (
    <>
      {ending && (
        <>
          <ScheduleDialog open={open === "end"} set={ending} onClose={close} />
          <RemainsDialog open={open === "remains"} set={ending} onClose={close} />
        </>
      )}
      <NewSetDialog open={open === "new"} onClose={close} onCreated={onTurn} />
      {set && (
        <>
          <ReviewDialog
            open={open === "review"}
            set={set}
            onClose={close}
            onPublish={() => onOpen("publish")}
            onDiscarded={() => onTurn(undefined)}
          />
          <PublishDialog
            open={open === "publish"}
            set={set}
            onClose={close}
            onReview={() => onOpen("review")}
            onPublished={() => onTurn(undefined)}
          />
          {stored && <ScheduleDialog open={open === "schedule"} set={stored} onClose={close} />}
          <ShareDialog open={open === "share"} set={set} onClose={close} />
          <SetPreview open={open === "preview"} set={set} onClose={close} />
        </>
      )}
    </>
  );
}
