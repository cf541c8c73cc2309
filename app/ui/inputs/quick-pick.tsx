interface Group {
  label: string;
  choices: readonly { value: string; label: string }[];
}

interface QuickPickProps {
  /** the visible text, like a button's */
  children: string;
  /** the accessible name; begins with the visible text */
  label: string;
  groups: readonly Group[];
  onPick: (value: string) => void;
}

/** A native select that looks like inline text. Each choice runs an action. */
export const QuickPick = ({ children, label, groups, onPick }: QuickPickProps) => (
  <select
    aria-label={label}
    value=""
    onChange={({ target }) => onPick(target.value)}
    className="min-h-6 w-21 cursor-pointer appearance-none rounded-sm bg-transparent text-right font-medium text-accent underline underline-offset-2 pointer-coarse:-my-2.5 pointer-coarse:min-h-11"
  >
    <option value="" disabled>
      {children}
    </option>
    {groups.map((group) => (
      <optgroup key={group.label} label={group.label}>
        {group.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </optgroup>
    ))}
  </select>
);
