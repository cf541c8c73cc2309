interface ChoiceBoxesProps {
  label: string;
  /** said where none is ticked: then it is as if all were */
  none: string;
  choices: readonly string[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Boxes to tick, none or several; what was chosen once and is no choice any more can be taken off. */
export function ChoiceBoxes({ label, none, choices, chosen, onChange }: ChoiceBoxesProps) {
  const shown = [...new Set([...choices, ...chosen])];
  return (
    <fieldset className="grid gap-1">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {shown.map((choice) => (
          <label
            key={choice}
            className="flex min-h-9 items-center gap-2 text-sm pointer-coarse:min-h-11"
          >
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={({ currentTarget: { checked } }) =>
                onChange(shown.filter((one) => (one === choice ? checked : chosen.includes(one))))
              }
              className="size-4 flex-none accent-brand"
            />
            <span className="min-w-0 wrap-anywhere">{choice}</span>
          </label>
        ))}
      </div>
      <p className="text-xs text-ink-2">
        {chosen.length === 0 ? none : "Leads with any of these match."}
      </p>
    </fieldset>
  );
}
