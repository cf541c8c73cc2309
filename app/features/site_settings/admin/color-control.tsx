import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import type { Autosave } from "#app/admin-kit/forms/use-autosave.ts";
import { INK } from "#app/lib/domain/brand.ts";
import { cx } from "#app/ui/cx.ts";
import { Input } from "#app/ui/inputs/input.tsx";
import { checkSetting } from "../schema.ts";
import { READABLE, readings, textOn } from "./contrast.ts";
import { storedValue } from "./tabs.ts";

interface ColorControlProps {
  settingKey: string;
  label: string;
  field: Autosave;
}

/** A color by picker or by its hex digits, how it looks, and whether words on it can be read. */
export function ColorControl({ settingKey, label, field }: ColorControlProps) {
  const checked = checkSetting(settingKey, "color", field.text);
  const color = "value" in checked ? checked.value : storedValue(settingKey, undefined);
  const picker = useRef<HTMLInputElement>(null);
  const save = useRef(field.commit);
  save.current = field.commit;
  useEffect(() => {
    // React's onChange is the browser's `input`, fired at every shade; `change` comes at the end.
    const closed = () => save.current();
    const element = picker.current;
    element?.addEventListener("change", closed);
    return () => element?.removeEventListener("change", closed);
  }, []);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-2">
        <input
          ref={picker}
          type="color"
          aria-label={`${label}: pick`}
          value={color.toLowerCase()}
          onChange={({ target }) => field.edit(target.value.toUpperCase())}
          onBlur={field.commit}
          className="h-9 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1 pointer-coarse:h-11"
        />
        <Input
          name={settingKey}
          value={field.text}
          onValueChange={field.edit}
          onBlur={field.commit}
          spellCheck={false}
          className="max-w-32 !font-mono"
        />
      </div>
      <Sample settingKey={settingKey} color={color} />
      <ul className="grid gap-1.5 empty:hidden">
        {readings(settingKey, color)
          .filter(({ ratio }) => ratio < READABLE)
          .map(({ what, ratio, better }) => (
            <li
              key={what}
              className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-ink"
            >
              <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
              <span>
                Hard to read: {what}. The contrast is {ratio.toFixed(1)}:1, and people need at least{" "}
                {READABLE}:1. Try {better}.
              </span>
            </li>
          ))}
      </ul>
    </div>
  );
}

/** The color where visitors meet it: a button with its words, and the words alone. */
function Sample({ settingKey, color }: { settingKey: string; color: string }) {
  const isMain = settingKey === "brand_color_primary";
  return (
    <div
      role="img"
      aria-label={`Preview of ${color}`}
      className={cx(
        "flex flex-wrap items-center gap-4 rounded-md border border-line px-4 py-3",
        isMain ? "bg-white" : "bg-brand-night",
      )}
    >
      <span
        className="rounded-md px-4 py-2 text-sm font-semibold"
        style={{ background: color, color: isMain ? textOn(color) : INK }}
      >
        Schedule a Call
      </span>
      <span className="text-sm font-medium" style={{ color }}>
        {isMain ? "A link in this color" : "A heading in this color"}
      </span>
    </div>
  );
}
