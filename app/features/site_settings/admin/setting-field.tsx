import { useId } from "react";
import { Note } from "#app/admin-kit/forms/note.tsx";
import { SavedField } from "#app/admin-kit/forms/saved-field.tsx";
import { useAutosave } from "#app/admin-kit/forms/use-autosave.ts";
import type { SettingType } from "#app/content/index.ts";
import type { SiteSetting } from "#app/lib/data/database.types.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { Input, Textarea } from "#app/ui/inputs/input.tsx";
import { Switch } from "#app/ui/inputs/switch.tsx";
import { checkSetting } from "../schema.ts";
import { ColorControl } from "./color-control.tsx";
import { isImageKey } from "./image-control.tsx";
import { ImageField, type PickerComponent } from "./image-field.tsx";
import { useSaveSettingField } from "./queries.ts";
import { hintsOf, type Setting, storedValue } from "./tabs.ts";

const INPUT_TYPES: Partial<Record<SettingType, string>> = {
  email: "email",
  tel: "tel",
  url: "url",
};

/** Going to another tab would lose what could not be saved. */
const TAB = ["tab"];

interface SettingFieldProps {
  setting: Setting;
  MediaPicker: PickerComponent;
}

/** One setting, saved when the person leaves its field, or at once when it is a switch. */
export function SettingField({ setting, MediaPicker }: SettingFieldProps) {
  const { key, type, label, description, row } = setting;
  const stateId = useId();
  const save = useSaveSettingField(setting, { undoable: isImageKey(key) });
  const field = useAutosave<SiteSetting | undefined>({
    row,
    textOf: (one) => storedValue(key, one),
    check: (text) => checkSetting(key, type, text),
    save,
    explain: MESSAGES.settings.save,
    params: TAB,
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
  if (isImageKey(key)) return <ImageField {...shell} settingKey={key} MediaPicker={MediaPicker} />;
  return (
    <SavedField {...shell}>
      {type === "textarea" ? (
        <Textarea {...control} rows={3} />
      ) : (
        <Input {...control} type={INPUT_TYPES[type] ?? "text"} />
      )}
    </SavedField>
  );
}
