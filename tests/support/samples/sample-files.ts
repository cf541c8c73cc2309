import { crc32 } from "node:zlib";
import sharp from "sharp";

/** A file that a person may choose: its name, the type that a browser reports, and its bytes. */
export interface SampleFile {
  name: string;
  /** as Chromium on Linux reports it; "" for unknown types */
  type: string;
  bytes: Buffer;
}

/**
 * One small real file of every kind that staff upload. Pictures are complete; video and audio files have only
 * the header that tells players (and the server) their type.
 */
export async function sampleFiles(): Promise<SampleFile[]> {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "#1f6e4d" } });
  const [png, jpeg, gif, webp, avif] = await Promise.all(
    (["png", "jpeg", "gif", "webp", "avif"] as const).map((format) =>
      picture.clone().toFormat(format).toBuffer(),
    ),
  );
  return [
    { name: "dock.png", type: "image/png", bytes: png },
    { name: "dock.jpg", type: "image/jpeg", bytes: jpeg },
    { name: "dock.gif", type: "image/gif", bytes: gif },
    { name: "dock.webp", type: "image/webp", bytes: webp },
    { name: "dock.avif", type: "image/avif", bytes: avif },
    { name: "mark.svg", type: "image/svg+xml", bytes: Buffer.from(SVG) },
    { name: "tour.mp4", type: "video/mp4", bytes: isoMedia("isom") },
    { name: "tour.mov", type: "video/quicktime", bytes: isoMedia("qt  ") },
    { name: "tour.webm", type: "video/webm", bytes: webm() },
    { name: "tour.mpg", type: "video/mpeg", bytes: hex("000001ba44000400040189c3f8") },
    { name: "jingle.mp3", type: "audio/mpeg", bytes: silence("fffb9064", 417) },
    { name: "jingle.wav", type: "audio/wav", bytes: wav() },
    { name: "jingle.ogg", type: "audio/ogg", bytes: ogg("\x01vorbis") },
    { name: "jingle.opus", type: "audio/ogg", bytes: ogg("OpusHead\x01\x01") },
    { name: "jingle.m4a", type: "audio/x-m4a", bytes: isoMedia("M4A ") },
    { name: "jingle.flac", type: "audio/flac", bytes: flac() },
    { name: "jingle.aac", type: "audio/aac", bytes: silence("fff15080", 16) },
    { name: "rates.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") },
    { name: "terms.doc", type: "", bytes: Buffer.concat([hex("d0cf11e0a1b11ae1"), zeros(504)]) },
    { name: "terms.docx", type: "", bytes: docx() },
  ] as SampleFile[];
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>';

const hex = (digits: string) => Buffer.from(digits, "hex");
const zeros = (count: number) => Buffer.alloc(count);

/** Four silent frames, each with its header (MPEG audio layer 3, or ADTS). */
const silence = (header: string, frameBytes: number) => {
  const frame = Buffer.concat([hex(header), zeros(frameBytes - 4)]);
  return Buffer.concat([frame, frame, frame, frame]);
};

/** ISO 14496-12: a file type box of one brand, without media. */
function isoMedia(brand: string) {
  const box = (type: string, content: Buffer) => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(8 + content.length);
    return Buffer.concat([size, Buffer.from(type), content]);
  };
  const name = Buffer.from(brand);
  return Buffer.concat([
    box("ftyp", Buffer.concat([name, zeros(4), name])),
    box("mdat", zeros(16)),
  ]);
}

/** An EBML header of document type "webm", then an empty segment. */
const webm = () =>
  Buffer.concat([
    hex("1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806780"),
  ]);

/** RIFF: eight kilohertz, mono, 16 bits, eight samples of silence. */
function wav() {
  const head = Buffer.from("RIFF....WAVEfmt ....................data....");
  head.writeUInt32LE(36 + 16, 4);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.writeUInt32LE(16, 40);
  return Buffer.concat([head, zeros(16)]);
}

/** The first Ogg page; its packet names the codec. */
function ogg(codec: string) {
  const packet = Buffer.concat([Buffer.from(codec, "latin1"), zeros(30 - codec.length)]);
  const page = Buffer.concat([Buffer.from("OggS\0\x02", "latin1"), zeros(20)]);
  return Buffer.concat([page, Buffer.from([1, packet.length]), packet]);
}

/** The magic bytes and the last metadata block, STREAMINFO. */
const flac = () => Buffer.concat([Buffer.from("fLaC"), hex("80000022"), zeros(34)]);

/** An uncompressed zip with the parts of a Word document. */
function docx() {
  const types =
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
  return storedZip({ "[Content_Types].xml": types, "word/document.xml": "<document/>" });
}

function storedZip(files: Record<string, string>) {
  const entries = Object.entries(files).map(([name, text]) => {
    const content = Buffer.from(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(content.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    return { name: Buffer.from(name), fields, content };
  });
  const locals = entries.map(({ name, fields, content }) =>
    Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, content]),
  );
  let offset = 0;
  const central = entries.map(({ name, fields }, index) => {
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    offset += locals[index]?.length ?? 0;
    return Buffer.concat([Buffer.from("PK\x01\x02"), hex("1400"), fields, rest, name]);
  });
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, Buffer.from("PK\x05\x06"), end]);
}
