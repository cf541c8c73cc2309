import CircleCheck from "lucide-react/icons/circle-check";
import CircleDashed from "lucide-react/icons/circle-dashed";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { formatDate } from "#app/lib/text/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Badge } from "#app/ui/display/badge.tsx";
import { Card } from "#app/ui/display/card.tsx";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import type { Step, StepId } from "../rule/steps.ts";
import { type LinkTo, TextsByPart } from "./left-texts.tsx";
import { useWords } from "./use-words.ts";
import { partTitle, STEP_WORDS } from "./words.ts";

interface StepCardProps {
  step: Step;
  open: boolean;
  onToggle: () => void;
  /** the next open step, if any */
  next: StepId | undefined;
  onNext: (next: StepId) => void;
  /** the step's own fields */
  form: ReactNode;
  LinkTo: LinkTo;
}

/** One step: its status and, when open, the remaining demo content and what to do about it. */
export function StepCard({ step, open, onToggle, next, onNext, form, LinkTo }: StepCardProps) {
  const { title, about } = STEP_WORDS[step.id];
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    // Opened by Next on another step: focus moves to its header.
    const isLed = open && !wasOpen.current && document.activeElement !== button.current;
    wasOpen.current = open;
    if (!isLed) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: "start", behavior: "instant" });
  }, [open]);
  const Icon = step.done ? CircleCheck : CircleDashed;
  return (
    <li>
      <Card>
        <h2>
          <button
            ref={button}
            type="button"
            aria-expanded={open}
            aria-controls={open ? panel : undefined}
            onClick={onToggle}
            className="flex w-full scroll-mt-32 items-center gap-3 rounded-lg px-5 py-4 text-left hover:bg-paper-2"
          >
            <Icon
              aria-hidden
              className={cx("size-5 shrink-0", step.done ? "text-success" : "text-ink-3")}
            />
            <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1">
              <span className="font-display text-base font-semibold text-ink">{title}</span>
              <StateBadge step={step} />
            </span>
            <span
              aria-hidden
              className={cx(
                "size-2 shrink-0 border-ink-3 border-r-2 border-b-2",
                open ? "translate-y-0.5 rotate-225" : "-translate-y-0.5 rotate-45",
              )}
            />
          </button>
        </h2>
        {open && (
          <div id={panel} className="grid gap-5 border-t border-line px-5 py-4">
            <p className="max-w-prose text-sm text-pretty text-ink-2">{about}</p>
            {form}
            <TextsByPart step={step} LinkTo={LinkTo} />
            <Keep step={step} />
            <SaidWords step={step} />
            {step.done && next && (
              <Button className="justify-self-start" onClick={() => onNext(next)}>
                Next: {STEP_WORDS[next].title}
              </Button>
            )}
          </div>
        )}
      </Card>
    </li>
  );
}

function StateBadge({ step: { done, left, isPublic } }: { step: Step }) {
  if (done) return <Badge tone="success">Done</Badge>;
  if (!isPublic) return <Badge>To do</Badge>;
  return (
    <Badge tone="warning">
      {left.length > 0
        ? `${left.length} demo ${left.length === 1 ? "text" : "texts"}`
        : "Demo content"}
    </Badge>
  );
}

/** The button that keeps a step as it is; for the page texts, each part has its own. */
function Keep({ step: { id, done, left } }: { step: Step }) {
  const { say, pending } = useWords();
  const { keep } = STEP_WORDS[id];
  const canKeep = left.length === 0 ? !done : left.some(({ demo }) => demo === "same");
  if (!keep || !canKeep) return null;
  return (
    <Button className="justify-self-start" pending={pending} onClick={() => say([id])}>
      {keep}
    </Button>
  );
}

/** Who kept what in a step, and when. Each can be undone. */
function SaidWords({ step: { id, texts, said } }: { step: Step }) {
  const { takeBack, pending } = useWords();
  if (said.length === 0) return null;
  function whatOf(place: string) {
    const text = texts.find((one) => one.place === place);
    if (text) return `Kept: ${text.words}`;
    const part = texts.find((one) => one.part === place)?.part;
    return part && part !== id ? `${partTitle(part)}: texts kept` : STEP_WORDS[id].keep;
  }
  return (
    <ul aria-label="Kept" className="grid gap-2 text-sm text-ink-2">
      {said.map(({ place, by, at }) => (
        <li key={place} className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="line-clamp-2 font-medium text-ink">{whatOf(place)}</span>
            {by ?? "A former admin"}, {formatDate(at)}
          </span>
          <TextButton disabled={pending} onClick={() => takeBack([place])}>
            Undo<span className="sr-only">: {whatOf(place)}</span>
          </TextButton>
        </li>
      ))}
    </ul>
  );
}
