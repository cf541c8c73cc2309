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

/** The last image by path, with what it was made from: other changes of the site don't draw it again. */
const made = new Map<string, { from: string; bytes: Promise<Buffer> }>();

/** The share image of a page. @param title its headline */
export const shareImage = (server: Server, settings: Settings, page: PublicPage, title: string) =>
  cached(server, `/og/${page}.png`, settings, title, async () => {
    const company = await companyOf(server, settings, LOGO_BOX);
    const card = <ShareCard page={page} title={title} {...company} />;
    return png(server, settings, card, CARD);
  });

/** An icon of the site. @param path a key of ICONS */
export const icon = (server: Server, settings: Settings, path: keyof typeof ICONS) =>
  cached(server, path, settings, "", async () => {
    const { size, shape } = ICONS[path];
    const box = { width: size, height: size };
    const company = await companyOf(server, settings, box);
    const drawn = <Icon {...company} full={shape !== "own"} safe={SAFE[shape]} />;
    const bytes = await png(server, settings, drawn, box);
    return path.endsWith(".ico") ? ico(bytes, size) : bytes;
  });

function cached(
  { siteUrl }: Server,
  path: string,
  { company_name, logo_url, brand_color_primary, brand_color_secondary }: Settings,
  title: string,
  make: () => Promise<Buffer>,
): Promise<Buffer> {
  const parts = [siteUrl, company_name, logo_url, brand_color_primary, brand_color_secondary];
  const from = JSON.stringify([...parts, title]);
  const last = made.get(path);
  if (last?.from === from) return last.bytes;
  const bytes = make();
  made.set(path, { from, bytes });
  bytes.catch(() => made.delete(path));
  return bytes;
}

async function companyOf(
  server: Server,
  settings: Settings,
  box: { width: number; height: number },
): Promise<Company> {
  return {
    name: settings.company_name,
    host: new URL(server.siteUrl).host,
    logo: settings.logo_url ? await readLogo(server, settings.logo_url, box) : null,
  };
}

/**
 * The company's logo from its media library as a PNG: drawn once, so nothing in the file can reach further.
 * Null for another site's file, which the server doesn't request.
 */
async function readLogo(
  server: Server,
  address: string,
  box: { width: number; height: number },
): Promise<Logo | null> {
  const path = pathOf(server, address);
  if (!path.startsWith(MEDIA)) return null;
  const what = "the logo could not be read";
  const file = await readOr(server, what, readFile(server, path), null);
  const bytes = file && (await server.toPng(file, box.width, box.height));
  if (!bytes) return null;
  // A PNG's header: width and height follow its signature and the name of the first chunk.
  return {
    src: `data:image/png;base64,${bytes.toString("base64")}`,
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
  };
}

async function readFile({ fetchBackend }: Server, path: string): Promise<Buffer | null> {
  const answer = await fetchBackend(path);
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
