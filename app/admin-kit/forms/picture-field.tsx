import ImageIcon from "lucide-react/icons/image";
import { useContext, useState } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { Field } from "#app/ui/inputs/field.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { type FormFieldProps, fieldOf, type NamesOf } from "./form-fields.tsx";
import { PicturePicker } from "./picture-picker.ts";

/** An item's picture: by URL, from the media library, or uploaded directly. */
export function PictureField<Draft>(field: FormFieldProps<Draft, NamesOf<Draft, string>>) {
  const { form, name, label } = field;
  const Picker = useContext(PicturePicker);
  const [picking, setPicking] = useState(false);
  const [broken, setBroken] = useState("");
  const address = String(form.values[name]);
  const put = (next: string) => form.set(name, next as Draft[typeof name]);
  const shown = /^(https?:\/\/|\/)\S+$/.test(address) && address !== broken;
  return (
    <>
      <Field {...fieldOf(field)}>
        <div className="flex flex-wrap items-center gap-2">
          {shown && (
            <img
              src={address}
              alt={`Preview: ${label}`}
              onError={() => setBroken(address)}
              className="size-14 rounded-md border border-line bg-paper-2 object-cover"
            />
          )}
          <Input name={name} value={address} onValueChange={put} className="min-w-48 flex-1" />
          {Picker && (
            <Button onClick={() => setPicking(true)} aria-label={`Choose an image: ${label}`}>
              <ImageIcon aria-hidden />
              Choose
            </Button>
          )}
          {address && (
            <Button look="ghost" onClick={() => put("")} aria-label={`Remove: ${label}`}>
              Remove
            </Button>
          )}
        </div>
      </Field>
      {/* Outside the field, whose label would otherwise name every control in the dialog. */}
      {Picker && (
        <Picker
          open={picking}
          purpose={label}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false);
            put(picked);
          }}
        />
      )}
    </>
  );
}
