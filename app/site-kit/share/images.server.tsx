import { createHash } from "node:crypto";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { PublicPage, Settings } from "#app/content/index.ts";
import { brandVariables } from "#app/lib/domain/brand.ts";
import { ICONS } from "#app/lib/page/head/icons.ts";
import { MEDIA, pathOf } from "#app/lib/page/picture.server.ts";
import { readOr } from "#app/lib/page/read.ts";
import type { ServerContext } from "#contract/render-context.ts";
import { type Company, LOGO_BOX, type Logo, ShareCard } from "./card.tsx";
import { Icon } from "./icon.tsx";
import { colorsOf, still } from "./still.ts";

const CARD = { width: 1200, height: 630 };
/** What a phone never crops of a maskable icon, and a little air for the others. */
const SAFE = { maskable: 0.7, full: 0.86, own: 1 };

type Server = Pick<
  ServerContext,
  "siteUrl" | "browserConfig" | "fetchBackend" | "deadline" | "degrade" | "log" | "toPng"
>;

/** An image, with what it was made from. */
interface Made {
  from: string;
  /** of the logo's file; null when there is none, or none that could be read */
  hash: string | null;
  bytes: Promise<Buffer>;
}

/** The last image by path: other changes of the site don't draw it again. */
const made = new Map<string, Made>();

/** The share image of a page. @param title its headline */
export const shareImage = (server: Server, settings: Settings, page: PublicPage, title: string) =>
  cached(server, `/og/${page}.png`, settings, title, async (file) => {
    const company = await companyOf(server, settings, file, LOGO_BOX);
    const card = <ShareCard page={page} title={title} {...company} />;
    return png(server, settings, card, CARD);
  });

/** An icon of the site. @param path a key of ICONS */
export const icon = (server: Server, settings: Settings, path: keyof typeof ICONS) =>
  cached(server, path, settings, "", async (file) => {
    const { size, shape } = ICONS[path];
    const box = { width: size, height: size };
    const company = await companyOf(server, settings, file, box);
    const drawn = <Icon {...company} full={shape !== "own"} safe={SAFE[shape]} />;
    const bytes = await png(server, settings, drawn, box);
    return path.endsWith(".ico") ? ico(bytes, size) : bytes;
  });

/** @param make draws the image with the logo's file; null when there is none, or none that could be read */
async function cached(
  server: Server,
  path: string,
  { company_name, logo_url, brand_color_primary, brand_color_secondary }: Settings,
  title: string,
  make: (file: Buffer | null) => Promise<Buffer>,
): Promise<Buffer> {
  const parts = [
    server.siteUrl,
    company_name,
    logo_url,
    brand_color_primary,
    brand_color_secondary,
  ];
  const from = JSON.stringify([...parts, title]);
  const what = "the logo could not be read";
  const file = await readOr(server, what, readLogo(server, logo_url), undefined);
  // A replaced file keeps its address.
  const hash = file ? createHash("sha256").update(file).digest("base64") : null;
  const last = made.get(path);
  // While the file can't be read, the last image stays.
  if (last?.from === from && (last.hash === hash || file === undefined)) return last.bytes;
  const entry: Made = { from, hash, bytes: make(file ?? null) };
  made.set(path, entry);
  entry.bytes.catch(() => {
    if (made.get(path) === entry) made.delete(path);
  });
  return entry.bytes;
}

async function companyOf(
  server: Server,
  settings: Settings,
  file: Buffer | null,
  box: { width: number; height: number },
): Promise<Company> {
  return {
    name: settings.company_name,
    host: new URL(server.siteUrl).host,
    logo: file && (await drawLogo(server, file, box)),
  };
}

/** The logo as a PNG: drawn on its own, so nothing in the file can reach further. Null if it is no image. */
async function drawLogo(
  { toPng }: Server,
  file: Buffer,
  { width, height }: { width: number; height: number },
): Promise<Logo | null> {
  const bytes = await toPng(file, width, height);
  if (!bytes) return null;
  // A PNG's header: width and height follow its signature and the name of the first chunk.
  return {
    src: `data:image/png;base64,${bytes.toString("base64")}`,
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

/**
 * The file of the company's logo, from its media library. Null for another site's, which the server doesn't
 * request, and when there is none.
 */
async function readLogo(server: Server, address: string): Promise<Buffer | null> {
  const path = pathOf(server, address);
  if (!path.startsWith(MEDIA)) return null;
  const answer = await server.fetchBackend(path);
  if (answer.status >= 500) throw new Error(`The file answers ${answer.status}.`);
  return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null;
}

async function png(
  { toPng }: Server,
  settings: Settings,
  drawing: ReactElement,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const svg = still(renderToStaticMarkup(drawing), colorsOf(brandVariables(settings)));
  const bytes = await toPng(Buffer.from(svg), width, height);
  if (!bytes) throw new Error("an image could not be drawn");
  return bytes;
}

/** An .ico file that holds one square PNG. @param size its side in pixels, at most 255 */
function ico(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
