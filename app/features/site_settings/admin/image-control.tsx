import ImageIcon from "lucide-react/icons/image";
import { useEffect, useRef, useState } from "react";
import type { Autosave } from "#app/admin-kit/forms/autosave/use-autosave.ts";
import { cx } from "#app/ui/cx.ts";
import { Button } from "#app/ui/inputs/button.tsx";
import { Input } from "#app/ui/inputs/input.tsx";
import { checkSetting } from "../schema.ts";

/** How each image is previewed, and what shows without one. */
const PICTURES = {
  logo_url: {
    size: "h-10 max-w-48",
    unset: "Showing the default icon and your company name.",
    builtIn: "",
  },
  favicon_url: {
    size: "size-8",
    unset: "Showing your logo or initials in your brand color.",
    builtIn: "/icon-96.png",
  },
  og_image_url: {
    size: "aspect-[1200/630] w-64",
    unset: "Shared links show an image made from your logo or name, colors and headline.",
    builtIn: "/og/home.png",
  },
} as const;

export type ImageKey = keyof typeof PICTURES;

export const isImageKey = (key: string): key is ImageKey => Object.hasOwn(PICTURES, key);

interface ImageControlProps {
  settingKey: ImageKey;
  label: string;
  field: Autosave;
  /** opens the media library */
  onChoose: () => void;
  /** the URL of a picture that was chosen but not saved yet */
  chosen: string | undefined;
  /** the person decides, after a preview, whether to use it */
  onDecide: (use: boolean) => void;
}

/** A picture by URL, from the library, or newly uploaded, with a preview. */
export function ImageControl({
  settingKey,
  label,
  field,
  onChoose,
  chosen,
  onDecide,
}: ImageControlProps) {
  const use = useRef<HTMLButtonElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  /** The pressed button disappears. */
  const after = () => requestAnimationFrame(() => choose.current?.focus());
  const decide = (isUsed: boolean) => {
    onDecide(isUsed);
    after();
  };
  useEffect(() => {
    // Wait until the picker dialog has restored focus.
    if (chosen) requestAnimationFrame(() => use.current?.focus());
  }, [chosen]);
  const checked = checkSetting(settingKey, "url", chosen ?? field.text);
  const address = "value" in checked ? checked.value : "";
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Input
          name={settingKey}
          type="url"
          value={chosen ?? field.text}
          readOnly={chosen !== undefined}
          onValueChange={field.edit}
          onBlur={field.commit}
          className="min-w-48 flex-1"
        />
        {chosen === undefined && (
          <Button ref={choose} onClick={onChoose} aria-label={`Choose an image: ${label}`}>
            <ImageIcon aria-hidden />
            Choose
          </Button>
        )}
        {chosen === undefined && field.text && (
          <Button
            look="ghost"
            onClick={() => {
              field.put("");
              after();
            }}
            aria-label={`Remove: ${label}`}
          >
            Remove
          </Button>
        )}
      </div>
      <Preview key={address} settingKey={settingKey} label={label} address={address} />
      {chosen !== undefined && (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="mr-auto text-sm">
            This is a preview. It isn't on the site yet.
          </p>
          <Button onClick={() => decide(false)}>Keep current</Button>
          <Button ref={use} look="primary" onClick={() => decide(true)}>
            Use this image
          </Button>
        </div>
      )}
    </div>
  );
}

interface PreviewProps {
  settingKey: ImageKey;
  label: string;
  address: string;
}

/** The picture on the site's background; text next to it uses the admin's colors. */
function Preview({ settingKey, label, address }: PreviewProps) {
  const [broken, setBroken] = useState(false);
  const { size, builtIn, unset } = PICTURES[settingKey];
  const shown = broken ? "" : address || builtIn;
  return (
    <div className="flex min-h-16 flex-wrap items-center gap-4 rounded-md border border-line bg-paper-2 px-4 py-3 text-ink-2">
      {shown && (
        <img
          src={shown}
          alt={`Preview: ${label}`}
          onError={() => setBroken(true)}
          className={cx("box-content rounded-sm bg-white object-contain p-1.5", size)}
        />
      )}
      {(broken || !address) && (
        <p className="text-sm">
          {broken ? "No image found at this address, or it can't be shown here." : unset}
        </p>
      )}
    </div>
  );
}
