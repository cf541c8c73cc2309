import type { Settings } from "#app/content/index.ts";

interface IconKind {
  /** pixels of each side */
  size: number;
  /** `own`: with rounded corners; `full`: a square that a phone rounds; `maskable`: one that it also crops */
  shape: "own" | "full" | "maskable";
}

/** The icons that the server draws, by path. */
export const ICONS = {
  "/favicon.ico": { size: 32, shape: "own" },
  "/icon-96.png": { size: 96, shape: "own" },
  "/apple-touch-icon.png": { size: 180, shape: "full" },
  "/icon-192.png": { size: 192, shape: "own" },
  "/icon-512.png": { size: 512, shape: "own" },
  "/icon-maskable.png": { size: 512, shape: "maskable" },
} as const satisfies Record<string, IconKind>;

export type IconPath = keyof typeof ICONS;

export const iconPaths = Object.keys(ICONS) as IconPath[];

/** An icon's address, which changes with what the icon shows. */
export const iconAddress = (path: IconPath, settings: Settings) =>
  `${path}?v=${versionOf(settings)}`;

/** The version only tells caches that an image is new: the server ignores it. */
export function versionOf(settings: Settings, title = ""): string {
  const { company_name, logo_url, brand_color_primary, brand_color_secondary } = settings;
  const shown = [company_name, logo_url, brand_color_primary, brand_color_secondary, title];
  return hash(shown.join("\n")).toString(36);
}

/** FNV-1a, 32 bits. @see http://www.isthe.com/chongo/tech/comp/fnv/ */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++)
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return value;
}
