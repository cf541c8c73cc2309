import ImageIcon from "lucide-react/icons/image";
import { useContext, useRef, useState } from "react";
import { Button } from "#app/ui/inputs/button.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { PicturePicker } from "./picture-picker.ts";

interface PictureInputProps {
  name: string;
  label: string;
  address: string;
  onType: (address: string) => void;
  onBlur?: () => void;
  /** opens the media library; undefined where there is none */
  onChoose: (() => void) | undefined;
  onRemove: () => void;
}

/** A picture's address with its thumbnail, and buttons to choose or remove it. */
export function PictureInput({
  name,
  label,
  address,
  onType,
  onBlur,
  onChoose,
  onRemove,
}: PictureInputProps) {
  const [broken, setBroken] = useState("");
  const choose = useRef<HTMLButtonElement>(null);
  const shown = /^(https?:\/\/|\/)\S+$/.test(address) && address !== broken;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {shown && (
        <img
          src={address}
          alt={`Preview: ${label}`}
          onError={() => setBroken(address)}
          className="size-14 rounded-md border border-line bg-paper-2 object-cover"
        />
      )}
      <Input
        name={name}
        value={address}
        onValueChange={onType}
        onBlur={onBlur}
        className="min-w-48 flex-1"
      />
      {onChoose && (
        <Button ref={choose} onClick={onChoose} aria-label={`Choose an image: ${label}`}>
          <ImageIcon aria-hidden />
          Choose
        </Button>
      )}
      {address && (
        <Button
          look="ghost"
          onClick={() => {
            onRemove();
            // The pressed button disappears.
            choose.current?.focus();
          }}
          aria-label={`Remove: ${label}`}
        >
          Remove
        </Button>
      )}
    </div>
  );
}

/** The media library's dialog for one picture, if this screen has one; open once `choose` is called. */
export function usePicker(purpose: string, onPick: (address: string) => void) {
  const Picker = useContext(PicturePicker);
  const [picking, setPicking] = useState(false);
  return {
    choose: Picker ? () => setPicking(true) : undefined,
    dialog: Picker && (
      <Picker
        open={picking}
        purpose={purpose}
        onClose={() => setPicking(false)}
        onPick={(picked) => {
          setPicking(false);
          onPick(picked);
        }}
      />
    ),
  };
}
