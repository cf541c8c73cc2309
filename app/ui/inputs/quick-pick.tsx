interface Group {
  label: string;
  choices: readonly { value: string; label: string }[];
}

interface QuickPickProps {
  /** what it says, as a button would */
  children: string;
  /** the accessible name, which begins with what it says */
  label: string;
  groups: readonly Group[];
  onPick: (value: string) => void;
}

/** The browser's own list behind words that look like a button in a line: each choice does something. */
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
