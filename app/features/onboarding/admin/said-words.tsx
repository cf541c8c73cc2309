import { formatDate } from "#app/lib/text/formats.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import type { Step } from "../rule/steps.ts";
import { useWords } from "./use-words.ts";
import { partTitle, STEP_WORDS } from "./words.ts";

/** Who said what of a step, and when; each can be taken back. */
export function SaidWords({ step: { id, texts, said } }: { step: Step }) {
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
