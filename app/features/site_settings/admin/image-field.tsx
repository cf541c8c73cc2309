import { type ReactNode, useContext, useState } from "react";
import { useUnsaved } from "#app/admin-kit/dialogs/unsaved.tsx";
import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { PicturePicker } from "#app/admin-kit/forms/picture-picker.ts";
import type { RowPlace } from "#app/admin-kit/forms/row-history.tsx";
import { SavedField } from "#app/admin-kit/forms/saved-field.tsx";
import { ImageControl, type ImageKey } from "./image-control.tsx";

/** Switching tabs or steps would lose the choice. */
const PANELS = ["tab", "step"];

interface ImageFieldProps {
  settingKey: ImageKey;
  field: Autosave;
  label: string;
  description: ReactNode;
  place?: Omit<RowPlace, "name"> | undefined;
}

/** A site image. A chosen picture is previewed first, and saved only on confirmation. */
export function ImageField({ settingKey, field, label, description, place }: ImageFieldProps) {
  const MediaPicker = useContext(PicturePicker);
  const [picking, setPicking] = useState(false);
  const [chosen, setChosen] = useState<string>();
  useUnsaved(chosen !== undefined, PANELS);
  return (
    <>
      <SavedField
        field={field}
        label={label}
        description={description}
        undoable={false}
        place={place}
      >
        <ImageControl
          settingKey={settingKey}
          label={label}
          field={field}
          onChoose={() => setPicking(true)}
          chosen={chosen}
          onDecide={(use) => {
            setChosen(undefined);
            if (use && chosen) field.put(chosen);
          }}
        />
      </SavedField>
      {/* Outside the field, because its label would name every control of the dialog. */}
      {MediaPicker && (
        <MediaPicker
          open={picking}
          purpose={label}
          previews
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            if (picked !== field.text) setChosen(picked);
          }}
        />
      )}
    </>
  );
}
