/** A file that is read in parts. */
export interface Source {
  /** bytes */
  size: number;
  /** May return fewer bytes than requested, but only at the end of the file. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** Why a picture is rejected. */
export type Problem = "damaged" | "unsupported";

export class PictureError extends Error {
  override name = "PictureError";
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(`The image is ${problem}.`);
    this.problem = problem;
  }
}

export const damaged = () => new PictureError("damaged");

const WINDOW = 64 * 1024;
/** The longest part read at once: lists of parts, never pixels. */
const LONGEST = 1024 * 1024;
/** The most parts in a file. A 250 MB PNG has some 32,000; more is meant to keep a parser busy. */
const PARTS = 100_000;

/** Reads a file through a window, so that small parts share one read and memory stays bounded. */
export class Reader {
  readonly size: number;
  #source: Source;
  #from = 0;
  #window: Uint8Array = new Uint8Array();
  #parts = 0;

  constructor(source: Source) {
    this.#source = source;
    this.size = source.size;
  }

  /** Call this for each part of the file. @throws PictureError when there are too many */
  part() {
    this.#parts += 1;
    if (this.#parts > PARTS) throw damaged();
  }

  /** Exactly `length` bytes. @throws PictureError when the file ends before that */
  async bytes(from: number, length: number): Promise<Uint8Array> {
    if (length > LONGEST || from < 0 || from + length > this.size) throw damaged();
    const start = from - this.#from;
    if (start < 0 || start + length > this.#window.length) {
      this.#window = await this.#source.read(from, Math.max(WINDOW, length));
      this.#from = from;
      if (this.#window.length < length) throw damaged();
      return this.#window.subarray(0, length);
    }
    return this.#window.subarray(start, start + length);
  }

  /** The bytes up to the window's end: two or more before the file's end. @throws PictureError at its end */
  async rest(from: number): Promise<Uint8Array> {
    await this.bytes(from, from + 1 < this.size ? 2 : 1);
    return this.#window.subarray(from - this.#from);
  }

  async view(from: number, length: number): Promise<DataView> {
    return viewOf(await this.bytes(from, length));
  }
}

export const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A short name in a file: "IHDR", "Exif". */
export const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);
