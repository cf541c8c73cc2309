/** The only widths, in pixels, for resized images: a fixed list keeps anyone from filling the disk. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920] as const;

export type ImageFormat = "avif" | "webp" | "jpeg";
