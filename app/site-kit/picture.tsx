import type { PictureSource } from "#app/lib/page/picture.server.ts";
import { IMAGE_WIDTHS } from "#contract/image-widths.ts";

interface PictureProps {
  picture: PictureSource;
  alt: string;
  /** the displayed width, as an image's `sizes`: "(width < 48rem) 100vw, 40rem" */
  sizes: string;
  className?: string;
  /** far down the page: loads when it is scrolled near */
  lazy?: boolean;
}

/**
 * An image that staff chose. A media library image loads at the width the screen needs, as AVIF or
 * WebP where supported, with known dimensions to avoid layout shift. Any other URL is shown
 * unchanged.
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
      // A copy's sides are whole pixels, so its aspect ratio differs slightly from the original's.
      style={{ aspectRatio: `${width} / ${height}` }}
      alt={alt}
      loading={loading}
      className={className}
    />
  );
}
