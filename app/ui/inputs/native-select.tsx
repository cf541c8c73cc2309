import { Field } from "@base-ui/react/field";
import { CONTROL } from "./input.tsx";

interface NativeSelectProps<Value extends string> {
  choices: readonly { value: Value; label: string }[];
  value: Value;
  onValueChange: (value: Value) => void;
}

/** The browser's own select, for a dialog that need not load more to offer a few words. */
export function NativeSelect<Value extends string>({
  choices,
  value,
  onValueChange,
}: NativeSelectProps<Value>) {
  return (
    <Field.Control
      value={value}
      onValueChange={(chosen) => onValueChange(chosen as Value)}
      render={
        <select>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      }
      className={`${CONTROL} h-9 text-sm pointer-coarse:h-11 pointer-coarse:text-base`}
    />
  );
}
