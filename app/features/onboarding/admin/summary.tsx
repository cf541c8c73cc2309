import CircleCheck from "lucide-react/icons/circle-check";
import { useState } from "react";
import { formatDate } from "#app/lib/text/formats.ts";
import { Card } from "#app/ui/display/card.tsx";
import { Progress as Bar } from "#app/ui/display/progress.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { onDemand } from "#app/ui/on-demand.tsx";
import { AWAY, useOnboarding } from "../queries.ts";
import { keepingAll, type Progress } from "../rule/steps.ts";
import { useWords } from "./use-words.ts";
import { headline, stepsWords } from "./words.ts";

const KeepAllDialog = onDemand(async () => (await import("./keep-all-dialog.tsx")).KeepAllDialog);

/** The progress; once nothing is left, a button to dismiss the screen. */
export function Summary({ progress }: { progress: Progress }) {
  const { steps, kept, isOwn } = progress;
  const [asks, setAsks] = useState(false);
  const { say, takeBack, pending } = useWords();
  const away = useOnboarding().data?.said.find(({ place }) => place === AWAY);
  const done = steps.filter((step) => step.done).length;
  const isDone = done === steps.length;
  return (
    <Card className="grid gap-4 p-5">
      <div role="status" className="grid gap-1">
        <p className="flex items-start gap-2 font-display text-lg/6 font-semibold text-balance">
          {isOwn && <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success" />}
          {headline(progress)}
        </p>
        <p className="text-sm text-ink-2">
          {stepsWords(done, steps.length)}.{" "}
          {!isDone && "You can leave at any time and continue where you left off."}
          {isDone && kept.length === 0 && "The site is yours."}
        </p>
      </div>
      <Bar
        label="Steps done"
        value={done}
        max={steps.length}
        valueText={stepsWords(done, steps.length)}
        hideLabel
      />
      <div className="flex flex-wrap items-center gap-3 empty:hidden">
        {isDone && !away && (
          <Button look="primary" pending={pending} onClick={() => say([AWAY])}>
            Hide this screen
          </Button>
        )}
        {away && (
          <>
            <p className="text-sm text-ink-2">
              Hidden by {away.by ?? "a former admin"}, {formatDate(away.at)}.
            </p>
            <Button size="sm" pending={pending} onClick={() => takeBack([AWAY])}>
              Show it again
            </Button>
          </>
        )}
        {keepingAll(progress).places.length > 0 && (
          <Button size="sm" onClick={() => setAsks(true)}>
            Keep everything…
          </Button>
        )}
      </div>
      <KeepAllDialog open={asks} progress={progress} onClose={() => setAsks(false)} />
    </Card>
  );
}
