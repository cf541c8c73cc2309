import { type ComponentType, useId, useState } from "react";
import { SavedField } from "#app/components/admin/saved-field.tsx";
import { useAutosave } from "#app/components/admin/use-autosave.ts";
import { Input, Textarea } from "#app/components/ui/input.tsx";
import { Switch } from "#app/components/ui/switch.tsx";
import type { SettingType } from "#app/content/index.ts";
import type { SiteSetting } from "#app/lib/database.types.ts";
import { MESSAGES } from "#app/lib/errors.ts";
import { useSaveSetting } from "./admin.ts";
import { ColorControl } from "./color-control.tsx";
import { ImageControl, isImageKey } from "./image-control.tsx";
import { checkSetting } from "./schema.ts";
import { type Setting, storedValue } from "./tabs.ts";

const INPUT_TYPES: Partial<Record<SettingType, string>> = {
  email: "email",
  tel: "tel",
  url: "url",
};

/** Going to another tab would lose what could not be saved. */
const TAB = ["tab"];

/** The media library as a dialog; the route brings the two together. */
export type PickerComponent = ComponentType<{
  open: boolean;
  purpose: string;
  onClose: () => void;
  onPick: (address: string) => void;
}>;

interface SettingFieldProps {
  setting: Setting;
  MediaPicker: PickerComponent;
}

/** One setting, saved when the person leaves its field; a switch or a chosen file at once. */
export function SettingField({ setting, MediaPicker }: SettingFieldProps) {
  const { key, type, label, description, row } = setting;
  const stateId = useId();
  const [picking, setPicking] = useState(false);
  const { mutateAsync } = useSaveSetting({ told: true });
  const field = useAutosave<SiteSetting | undefined>({
    row,
    textOf: (one) => storedValue(key, one),
    check: (text) => checkSetting(key, type, text),
    save: (value, seen) => mutateAsync({ setting, value, seen }),
    explain: MESSAGES.settings.save,
    params: TAB,
  });
  const control = {
    name: key,
    value: field.text,
    onValueChange: field.edit,
    onBlur: field.commit,
  };
  const shell = { field, label, description };

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
  if (isImageKey(key))
    return (
      <>
        <SavedField {...shell}>
          <ImageControl
            settingKey={key}
            label={label}
            field={field}
            onChoose={() => setPicking(true)}
          />
        </SavedField>
        {/* Outside the field: its label would name every control of the dialog. */}
        <MediaPicker
          open={picking}
          purpose={label}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            field.put(picked);
          }}
        />
      </>
    );
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
