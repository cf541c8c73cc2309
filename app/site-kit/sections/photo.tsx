import { place } from "#app/content/index.ts";
import { CROPS, FOCUSES, type photo } from "#app/content/photo.ts";
import type { PictureSource } from "#app/lib/page/picture.server.ts";
import { Picture } from "#app/site-kit/picture.tsx";
import { text } from "#app/site-kit/text.ts";

interface PhotoProps {
  photo: Record<keyof typeof photo, string>;
  picture: PictureSource | null;
}

/** A page's photograph, cropped for phones and desktops around its focus. Nothing without a picture. */
export function Photo({ photo, picture }: PhotoProps) {
  if (!picture) return null;
  const phone = cropOf(photo.crop_on_phone, CROPS.Portrait);
  const desktop = cropOf(photo.crop_on_desktop, CROPS.Wide);
  // A picture wider than its crop is shown at the crop's height, so wider than the crop.
  const ratio = picture.own ? picture.own.width / picture.own.height : 0;
  const wider = (crop: number) => Math.ceil(100 * Math.max(1, ratio / crop));
  const style = { "--phone": phone, "--desktop": desktop, "--focus": focusOf(photo.focus) };
  return (
    <section id="photo" className="wrap py-14 lg:py-20">
      <figure>
        <div
          className="photo"
          style={style as React.CSSProperties}
          {...place(photo, "picture_url", "alt", "focus", "crop_on_desktop", "crop_on_phone")}
        >
          <Picture
            picture={picture}
            alt={photo.alt}
            sizes={`(width < 48rem) ${wider(phone)}vw, ${wider(desktop)}vw`}
            lazy
          />
        </div>
        {photo.caption && (
          <figcaption className="mt-4 text-sm text-ink-2" {...text(photo, "caption")} />
        )}
      </figure>
    </section>
  );
}

const known = <Choices extends object>(
  choices: Choices,
  name: string,
): name is keyof Choices & string => Object.hasOwn(choices, name);
const cropOf = (name: string, otherwise: number): number =>
  known(CROPS, name) ? CROPS[name] : otherwise;
const focusOf = (name: string): string => (known(FOCUSES, name) ? FOCUSES[name] : FOCUSES.Center);
