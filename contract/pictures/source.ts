/** A file that is read a part at a time. */
export interface Source {
  /** bytes */
  size: number;
  /** May answer with less than was asked for at the end of the file only. */
  read(from: number, length: number): Promise<Uint8Array>;
}

/** Why a picture is refused. */
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
/** The longest part that is looked at as a whole: a list of parts, never pixels. */
const LONGEST = 1024 * 1024;
/** Parts of one file. A PNG of 250 MB has some 32,000; a file made to keep a parser busy has more. */
const PARTS = 100_000;

/** Reads a file through a window, so that many small parts are one read and memory has a bound. */
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

  /** To be called for each part of the file. @throws PictureError when there are too many */
  part() {
    this.#parts += 1;
    if (this.#parts > PARTS) throw damaged();
  }

  /** Exactly so many bytes. @throws PictureError when the file ends before */
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

  /** The bytes from here to the end of the window: two, unless the file ends. @throws PictureError at its end */
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
