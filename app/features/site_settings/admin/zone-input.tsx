import { useId } from "react";
import { Input, type InputProps } from "#app/ui/inputs/input.tsx";

const ZONES = [...Intl.supportedValuesOf("timeZone"), "UTC"];

/** A time zone: typing a city narrows the list. */
export function ZoneInput(props: InputProps) {
  const id = useId();
  return (
    <>
      <Input {...props} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}
