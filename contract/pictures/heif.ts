import { type Format, upright } from "./format.ts";
import { type Box, boxesOf, FREE, fullBox } from "./heif-boxes.ts";
import { type Item, type Part, readItems, thumbnailsIn } from "./heif-items.ts";
import { Overlay } from "./pieces.ts";
import { damaged, type Reader } from "./source.ts";

/** Coded and derived pictures. EXIF, XMP and the rest are items of other types. */
const PICTURES = new Set([
  ...["av01", "hvc1", "lhv1", "avc1", "vvc1", "evc1", "jpeg", "hvt1"],
  ...["grid", "iovl", "iden", "tmap"],
]);
/** The boxes in `meta` that describe its items. */
const DESCRIPTIONS = new Set(["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "dinf", "grpl"]);
/** Boxes with names and locations, found in a movie or one of its tracks. */
const NOTES = new Set(["udta", "meta", "uuid", "free", "skip"]);

interface Meta {
  items: Item[];
  /** the box with items stored inside `meta` */
  data?: Box;
  width: number;
  height: number;
  turned: boolean;
}

/**
 * AVIF and HEIC (ISO 23008-12). Offsets occur throughout the file, so nothing moves: boxes and items that
 * aren't pictures become zeros of type "free". Orientation is a property, and stays.
 */
export const heif: Format = async (file) => {
  const overlay = new Overlay();
  const top = await boxesOf(file, 0, file.size);
  const [metaBox] = top.filter(({ type }) => type === "meta");
  if (top[0]?.type !== "ftyp" || !metaBox) throw damaged();
  const { items, data, ...size } = await keepMeta(file, overlay, metaBox);
  const preserved = items.filter(({ type }) => PICTURES.has(type));
  const isFilm = top.some(({ type }) => type === "moov");
  const gone = items.filter((item) => !preserved.includes(item));
  for (const box of top) {
    const bytes = () => (isFilm ? between(box, gone) : partsOf(preserved, 0));
    if (box.type === "mdat") keepBytes(file, overlay, box, bytes());
    else if (box.type === "moov") await keepFilm(file, overlay, box);
    else if (box.type === "ftyp") keep(file, overlay, box);
    else if (box !== metaBox) drop(file, overlay, box);
  }
  keepWithin(overlay, data, partsOf(preserved, 1));
  return upright(overlay.pieces(file.size), size.width, size.height, size.turned);
};

/** Small pictures may be stored in `meta` itself. */
function keepWithin(overlay: Overlay, data: Box | undefined, parts: Part[]) {
  for (const { from, to } of parts) {
    if (!data) throw damaged();
    overlay.keep(data.body + from, data.body + to, data.to);
  }
}

/** Keeps the header of a data box, and only the bytes of kept items. */
function keepBytes(file: Reader, overlay: Overlay, box: Box, parts: Part[]) {
  overlay.keep(box.from, box.body, file.size);
  for (const { from, to } of parts)
    if (from < box.to && to > box.body)
      overlay.keep(Math.max(from, box.body), Math.min(to, box.to), file.size);
}

const keep = (file: Reader, overlay: Overlay, { from, to }: Box) =>
  overlay.keep(from, to, file.size);

/** Turns it into a "free" box of the same length, which readers ignore. */
function drop(file: Reader, overlay: Overlay, { from, body }: Box) {
  overlay.keep(from, body, file.size);
  overlay.patch(from + 4, FREE);
}

/** The byte ranges of items: `method` 0 is relative to the file, 1 to `meta`. */
const partsOf = (items: Item[], method: number) =>
  items.filter((item) => item.method === method).flatMap(({ parts }) => parts);

/** Where a movie's pictures may be: everything except the removed items. */
function between({ body, to }: Box, gone: Item[]): Part[] {
  const left: Part[] = [];
  let at = body;
  for (const part of partsOf(gone, 0).toSorted((a, b) => a.from - b.from)) {
    left.push({ from: at, to: Math.max(at, part.from) });
    at = Math.max(at, part.to);
  }
  return [...left, { from: at, to: Math.max(at, to) }];
}

async function keepMeta(file: Reader, overlay: Overlay, box: Box): Promise<Meta> {
  const boxes = await boxesOf(file, box.body + 4, box.to);
  const find = (type: string) => boxes.find((one) => one.type === type);
  const [places, infos, properties] = [find("iloc"), find("iinf"), find("iprp")];
  if (!places || !infos || !properties) throw damaged();
  const data = find("idat");
  overlay.keep(box.from, box.body + 4, file.size);
  for (const one of boxes) {
    if (DESCRIPTIONS.has(one.type)) keep(file, overlay, one);
    else if (one === data) overlay.keep(one.from, one.body, file.size);
    else drop(file, overlay, one);
  }
  const thumbnails = await thumbnailsIn(file, find("iref"));
  const items = await readItems(file, infos, places);
  for (const item of items) {
    if (thumbnails.has(item.id)) item.type = "thmb";
    if (!PICTURES.has(item.type)) overlay.patch(item.typeAt, FREE);
  }
  return { items, data, ...(await sizeIn(file, properties)) };
}

/** The largest size in any property; for a tiled picture, that is the whole picture's. */
async function sizeIn(file: Reader, properties: Box) {
  const found = { width: 0, height: 0, turned: false };
  const lists = await boxesOf(file, properties.body, properties.to);
  const list = lists.find(({ type }) => type === "ipco");
  for (const box of list ? await boxesOf(file, list.body, list.to) : []) {
    // In quarter turns.
    if (box.type === "irot") found.turned ||= ((await file.bytes(box.body, 1))[0] ?? 0) % 2 === 1;
    if (box.type !== "ispe") continue;
    const { view } = await fullBox(file, box);
    const [width, height] = [view.getUint32(4), view.getUint32(8)];
    if (width * height > found.width * found.height) Object.assign(found, { width, height });
  }
  return found;
}

async function keepFilm(file: Reader, overlay: Overlay, box: Box) {
  overlay.keep(box.from, box.body, file.size);
  for (const one of await boxesOf(file, box.body, box.to))
    if (NOTES.has(one.type)) drop(file, overlay, one);
    else if (one.type === "trak") await keepFilm(file, overlay, one);
    else keep(file, overlay, one);
}
