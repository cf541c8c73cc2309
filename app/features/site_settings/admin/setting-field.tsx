import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useRef } from "react";
import { useAutosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { SavedField } from "#app/admin-kit/forms/saved-field.tsx";
import { InsertPicker, withReading } from "#app/admin-kit/forms/text-inserts.tsx";
import { named, useDraftRow, useTypedText } from "#app/admin-kit/preview/typed.ts";
import type { SettingType } from "#app/content/index.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import type { HoursOnCard } from "#app/lib/domain/business-hours.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Input, type InputProps, Textarea } from "#app/ui/inputs/input.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { SETTING_MESSAGES } from "../messages.ts";
import { checkSetting, zoneChoices } from "../schema.ts";
import { hintsOf, type Setting, storedValue } from "./catalog.ts";
import { ColorControl } from "./color-control.tsx";
import { DaysInput } from "./dispatch-input.tsx";
import { HoursInput, type HoursInputProps } from "./hours-input.tsx";
import { isImageKey } from "./image-control.tsx";
import { ImageField } from "./image-field.tsx";
import { useSaveSettingField } from "./queries.ts";

const INPUT_TYPES: Partial<Record<SettingType, string>> = {
  email: "email",
  tel: "tel",
  url: "url",
};

/** Switching tabs or steps would lose unsaved text. */
const PANELS = ["tab", "step"];

/** Shows the typed value in the preview, once it is valid. */
function usePreviewed({ key, type, row }: Setting, text: string) {
  const address = `site_settings/${key}`;
  useTypedText(address, text, named(key));
  const draft = useMemo(() => {
    const checked = checkSetting(key, type, text);
    if (!("value" in checked) || checked.value === storedValue(key, row)) return null;
    return { setting_key: key, setting_value: checked.value };
  }, [key, type, row, text]);
  useDraftRow(address, "site_settings", draft);
}

interface SettingFieldProps {
  setting: Setting;
  /** writes a draft for a long text that is blank */
  draft?: () => Promise<string>;
  /** for the opening hours: the hours on the contact page */
  hoursOnCard?: HoursOnCard | undefined;
}

/** One setting, saved on blur; a switch saves at once. */
export function SettingField({ setting, draft, hoursOnCard }: SettingFieldProps) {
  const { key, type, label, description, row } = setting;
  const stateId = useId();
  const area = useRef<HTMLInputElement>(null);
  const save = useSaveSettingField(setting, { undoable: isImageKey(key) });
  const field = useAutosave<SiteSetting | undefined>({
    name: `site_settings/${key}`,
    row,
    textOf: (one) => storedValue(key, one),
    check: (text) => checkSetting(key, type, text),
    save,
    explain: SETTING_MESSAGES.save,
    params: PANELS,
  });
  usePreviewed(setting, field.text);
  const drafting = useMutation({
    mutationFn: (make: () => Promise<string>) => make(),
    onSuccess: (text) => {
      // What was typed meanwhile stays.
      if (field.text.trim() !== "") return;
      field.edit(text);
      // Focused, so that the draft is saved on blur like typed text.
      area.current?.focus();
    },
    onError: (cause) => toast.failure(SETTING_MESSAGES.draftFailed, cause),
  });
  const control = {
    name: key,
    value: field.text,
    onValueChange: field.edit,
    onBlur: field.commit,
  };
  const { required, about, whenBlank } = hintsOf(key);
  const shell = {
    field,
    label,
    required: required !== undefined,
    about,
    place: row && { table: "site_settings", row: row.id, field: "setting_value" },
    description: field.text.trim() === "" && whenBlank ? <Note>{whenBlank}</Note> : description,
  };

  if (type === "boolean")
    return (
      <SavedField {...shell} nativeLabel={false}>
        <div className="flex items-center gap-3">
          <Switch
            aria-describedby={stateId}
            checked={field.text === "true"}
            onCheckedChange={(on) => field.put(String(on))}
          />
          <span id={stateId} className="text-sm text-ink-2">
            {field.text === "true" ? "Enabled" : "Disabled"}
          </span>
        </div>
      </SavedField>
    );
  if (type === "color")
    return (
      <SavedField {...shell}>
        <ColorControl settingKey={key} label={label} field={field} />
      </SavedField>
    );
  const Group = GROUPS.get(key);
  if (Group)
    return (
      <SavedField {...shell} nativeLabel={false}>
        <Group field={field} onCard={hoursOnCard} />
      </SavedField>
    );
  const Own = CONTROLS.get(key);
  if (Own)
    return (
      <SavedField {...shell}>
        <Own {...control} />
      </SavedField>
    );
  if (isImageKey(key)) return <ImageField {...shell} settingKey={key} />;
  if (type === "textarea") {
    const { name, value: text, onValueChange } = control;
    return (
      <SavedField
        {...shell}
        insert={(isShown) => <InsertPicker {...{ isShown, name, label, text, onValueChange }} />}
        description={withReading(shell.description, text)}
      >
        <Textarea ref={area} {...control} rows={draft ? 14 : 3} />
        {draft && text.trim() === "" && (
          <Button
            size="sm"
            className="justify-self-start"
            pending={drafting.isPending}
            onClick={() => drafting.mutate(draft)}
          >
            Insert a draft
          </Button>
        )}
      </SavedField>
    );
  }
  return (
    <SavedField {...shell}>
      <Input {...control} type={INPUT_TYPES[type] ?? "text"} />
    </SavedField>
  );
}

const ZONES = zoneChoices();

/** A time zone; typing a city or "Eastern" narrows the list. */
function ZoneInput(props: InputProps) {
  const id = useId();
  return (
    <>
      <Input {...props} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {ZONES.map(({ value, label }) => (
          <option key={value} value={value} label={label} />
        ))}
      </datalist>
    </>
  );
}

const TimeInput = (props: InputProps) => <Input {...props} type="time" className="max-w-40" />;

const DatesInput = (props: InputProps) => <Textarea {...props} rows={8} className="font-mono" />;

/** Settings with a control of their own. */
const CONTROLS = new Map<string, (props: InputProps) => ReactNode>([
  ["time_zone", ZoneInput],
  ["dispatch_cutoff", TimeInput],
  ["dispatch_pickup", TimeInput],
  ["dispatch_holidays", DatesInput],
]);

/** Those that are several controls. */
const GROUPS = new Map<string, (props: HoursInputProps) => ReactNode>([
  ["opening_hours", HoursInput],
  ["dispatch_days", DaysInput],
]);
