interface SelectBoxProps {
  label: string;
  checked: boolean;
  /** some of what it stands for are chosen, not all */
  some?: boolean;
  onChange: (checked: boolean) => void;
}

/** A tick for one row, or for all; the whole cell takes the press. */
export const SelectBox = ({ label, checked, some = false, onChange }: SelectBoxProps) => (
  <label className="grid size-8 cursor-pointer place-items-center pointer-coarse:size-11">
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = some && !checked;
      }}
      onChange={(event) => onChange(event.currentTarget.checked)}
      className="size-4 cursor-pointer accent-brand"
    />
  </label>
);
