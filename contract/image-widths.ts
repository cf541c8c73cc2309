/** The widths in pixels to which images are resized; any other is refused, so that nobody fills the disk. */
export const IMAGE_WIDTHS = [160, 320, 480, 640, 960, 1280, 1600, 1920] as const;

export type ImageFormat = "avif" | "webp" | "jpeg";
