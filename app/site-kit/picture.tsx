import type { PictureSource } from "#app/lib/page/picture.server.ts";
import { IMAGE_WIDTHS } from "#contract/image-widths.ts";

interface PictureProps {
  picture: PictureSource;
  alt: string;
  /** how wide it is shown, as the `sizes` of an image: "(width < 48rem) 100vw, 40rem" */
  sizes: string;
  className?: string;
  /** it stands far down: it comes when someone nears it */
  lazy?: boolean;
}

/**
 * An image that staff chose. One of the media library comes in the width that the screen needs, as
 * AVIF or WebP where the browser takes it, and with its size known, so that nothing moves when it
 * arrives. Any other address is shown as it is.
 */
export function Picture({
  picture: { src, own },
  alt,
  sizes,
  className,
  lazy = false,
}: PictureProps) {
  const loading = lazy ? "lazy" : undefined;
  if (!own) return <img src={src} alt={alt} loading={loading} className={className} />;
  const { width, height, copies } = own;
  const smaller = IMAGE_WIDTHS.filter((copy) => copy < width);
  const largest = IMAGE_WIDTHS.find((copy) => copy >= width);
  const copy = (at: number) => `${copies}?width=${at}`;
  const sources = [
    ...smaller.map((at) => `${copy(at)} ${at}w`),
    ...(largest ? [`${copy(largest)} ${width}w`] : []),
  ];
  return (
    <img
      src={copy(largest ?? Math.max(...IMAGE_WIDTHS))}
      srcSet={sources.join(", ")}
      sizes={sizes}
      width={width}
      height={height}
      // A copy's sides are whole pixels, so its shape is not quite the original's.
      style={{ aspectRatio: `${width} / ${height}` }}
      alt={alt}
      loading={loading}
      className={className}
    />
  );
}
