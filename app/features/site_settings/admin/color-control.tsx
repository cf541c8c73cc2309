import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useRef } from "react";
import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { brandVariables, GROUND, nightOf, READ, wordGroundsOf } from "#app/lib/domain/brand.ts";
import { contrast } from "#app/lib/domain/color.ts";
import { TextButton } from "#app/ui/inputs/button.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { checkSetting } from "../schema.ts";
import { storedValue } from "./catalog.ts";
import { useSettings } from "./queries.ts";

interface ColorControlProps {
  settingKey: string;
  label: string;
  field: Autosave;
}

/** A color by picker or hex digits, a preview, and a note where visitors see another shade. */
export function ColorControl({ settingKey, label, field }: ColorControlProps) {
  const checked = checkSetting(settingKey, "color", field.text);
  const color = "value" in checked ? checked.value : storedValue(settingKey, undefined);
  const { data: rows = [] } = useSettings();
  const stored = (key: string) =>
    storedValue(
      key,
      rows.find(({ setting_key }) => setting_key === key),
    );
  const shown = shownOf(settingKey, {
    brand_color_primary: stored("brand_color_primary"),
    brand_color_secondary: stored("brand_color_secondary"),
    [settingKey]: color,
  });
  const picker = useRef<HTMLInputElement>(null);
  const save = useRef(field.commit);
  save.current = field.commit;
  useEffect(() => {
    // React's onChange is the browser's `input`, fired for every shade; `change` fires at the end.
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
      {shown && (
        <Sample color={color} shown={shown} isMain={settingKey === "brand_color_primary"} />
      )}
      {shown && isHardToRead(shown) && (
        <p className="flex items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-sm text-ink">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
          <span>
            Text in this color is hard to read {shown.where}: its contrast is{" "}
            {shown.ratio.toFixed(1)}:1, and text needs at least {READ}:1. Visitors see{" "}
            {shown.words.toUpperCase()} there instead.{" "}
            <TextButton onClick={() => field.put(shown.words.toUpperCase())}>
              Use {shown.words.toUpperCase()}
            </TextButton>
          </span>
        </p>
      )}
    </div>
  );
}

interface SampleProps {
  color: string;
  shown: Shown;
  isMain: boolean;
}

/** A sample of the color: a button with its label, and text. */
function Sample({ color, shown: { ground, words, button, onButton }, isMain }: SampleProps) {
  return (
    <div
      role="img"
      aria-label={`Preview of ${color}`}
      // No wider than it must be: in the dark, the site's light background glares.
      className="flex w-fit flex-wrap items-center gap-4 rounded-md border border-line px-4 py-3 forced-color-adjust-none"
      style={{ background: ground }}
    >
      <span
        className="rounded-md px-4 py-2 text-sm font-semibold"
        style={{ background: button, color: onButton }}
      >
        Schedule a Call
      </span>
      <span className="text-sm font-medium" style={{ color: words }}>
        {isMain ? "Text in this color" : "A heading in this color"}
      </span>
    </div>
  );
}

const HEX = /^#[0-9a-f]{6}$/i;

/** Both of a site's colors, as typed. */
interface BrandColors {
  brand_color_primary: string;
  brand_color_secondary: string;
}

/** How visitors see a color, by the same rule as the pages (app/lib/domain/brand.ts). */
interface Shown {
  /** where text uses the color */
  where: string;
  /** the background there */
  ground: string;
  /** the color's own contrast with the worst such background, 1 to 21 */
  ratio: number;
  /** the text color there: the color, or its nearest readable shade */
  words: string;
  /** a button's background */
  button: string;
  /** the text color on that button */
  onButton: string;
}

/** How visitors see one of the two colors; undefined unless it is a six-digit color. */
export function shownOf(key: string, colors: BrandColors): Shown | undefined {
  const color = colors[key as keyof BrandColors] ?? "";
  if (!HEX.test(color)) return undefined;
  const given = brandVariables(colors);
  const isMain = key === "brand_color_primary";
  const grounds = isMain ? wordGroundsOf(color) : [nightOf(colors.brand_color_primary)];
  const words = (isMain ? given["--brand-words"] : given["--night-accent"]) ?? color;
  return {
    where: isMain ? "on light backgrounds" : "on dark sections",
    ground: grounds[0] ?? GROUND.card,
    ratio: Math.min(...grounds.map((ground) => contrast(color, ground))),
    words,
    button: isMain ? color : words,
    onButton:
      (isMain ? given["--on-brand"] : given["--on-night-accent"]) ??
      (isMain ? "#ffffff" : "#17211c"),
  };
}

/** The unadjusted color would be unreadable there. */
export const isHardToRead = ({ ratio }: Shown) => ratio < READ;
