import type { ComponentType, ReactNode } from "react";
import { Badge } from "#app/ui/display/badge.tsx";
import { Button, TextButton } from "#app/ui/inputs/button.tsx";
import { demoTraceIn } from "../rule/demo-company.ts";
import type { Part, PublicText } from "../rule/public-texts.ts";
import type { Step, StepId } from "../rule/steps.ts";
import { useWords } from "./use-words.ts";
import { countWords, partTitle, TRACE_WORDS } from "./words.ts";

/** A link to the field or dialog that edits a text, labeled with its name. */
export type LinkTo = ComponentType<{ text: PublicText }>;

/** Steps whose texts have their own fields. */
const IN_FIELDS: ReadonlySet<StepId> = new Set(["company", "reach", "hours", "calendar"]);

interface TextsByPartProps {
  step: Step;
  LinkTo: LinkTo;
}

/** A step's remaining demo content: a short list, or page by page if the step has pages. */
export function TextsByPart({ step: { id, texts, left }, LinkTo }: TextsByPartProps) {
  // Text equal to the demo's is visible in the step's own fields.
  const shown = IN_FIELDS.has(id) ? left.filter(({ demo }) => demo === "named") : left;
  if (shown.length === 0) return null;
  if (id !== "words") return <LeftTexts texts={shown} label="Demo content" LinkTo={LinkTo} />;
  const parts = [...new Set(left.map(({ part }) => part))];
  return (
    <ul className="grid gap-3">
      {parts.map((part) => (
        <PartOfTexts
          key={part}
          part={part}
          total={texts.filter((text) => text.part === part).length}
          left={left.filter((text) => text.part === part)}
          LinkTo={LinkTo}
        />
      ))}
    </ul>
  );
}

interface PartProps {
  part: Part;
  total: number;
  left: readonly PublicText[];
  LinkTo: LinkTo;
}

function PartOfTexts({ part, total, left, LinkTo }: PartProps) {
  const { say, pending } = useWords();
  const title = partTitle(part);
  const keepable = left.some(({ demo }) => demo === "same");
  return (
    <li className="grid gap-3 rounded-md border border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h3 className="text-sm font-semibold text-ink">{title}</h3>
          <p className="text-sm text-ink-2">{countWords(left.length, total)}</p>
        </div>
        {keepable && (
          <Button size="sm" pending={pending} onClick={() => say([part])}>
            Keep these texts<span className="sr-only"> ({title})</span>
          </Button>
        )}
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer text-sm font-medium text-accent pointer-coarse:min-h-11">
          Show texts <span className="sr-only"> ({title})</span>
        </summary>
        <LeftTexts texts={left} label={`${title}: demo content`} LinkTo={LinkTo} />
      </details>
    </li>
  );
}

interface LeftTextsProps {
  texts: readonly PublicText[];
  label: string;
  LinkTo: LinkTo;
}

/** Each text with a link to edit it. One that names the demo company must be kept individually. */
function LeftTexts({ texts, label, LinkTo }: LeftTextsProps): ReactNode {
  const { say } = useWords();
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {texts.map((text) => (
        <li key={text.place} className="grid gap-1 py-2.5 text-sm">
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <LinkTo text={text} />
            {text.demo === "named" && (
              <Badge tone="warning">{TRACE_WORDS[demoTraceIn(text.words)]}</Badge>
            )}
          </span>
          <span className="line-clamp-2 text-ink-2 wrap-anywhere">{text.words}</span>
          {text.demo === "named" && (
            <span className="justify-self-start">
              <TextButton onClick={() => say([text.place])}>
                Keep anyway<span className="sr-only">: {text.words}</span>
              </TextButton>
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
