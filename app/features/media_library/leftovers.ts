const KEY = "media-leftovers";
/** An upload whose tab was closed is looked at after this long: until then it may still be running. */
const RUNNING_MS = 24 * 60 * 60 * 1000;

type Leftovers = Record<string, number>;

/**
 * Files that this browser sent, or began to send, and that have no row yet. A file and its row can't
 * be written in one step; so the path is noted first, and what never came to a row is taken away
 * later, however the upload ended.
 */
function read(): Leftovers {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function write(leftovers: Leftovers) {
  try {
    localStorage.setItem(KEY, JSON.stringify(leftovers));
  } catch {
    // Storage is full or forbidden: then only uploads that fail while the page is open are cleared.
  }
}

/** An upload to this path begins. */
export const noteUpload = (path: string) => write({ ...read(), [path]: Date.now() + RUNNING_MS });

/** The upload failed, and taking the file away did too: try again as soon as possible. */
export const noteFailure = (path: string) => write({ ...read(), [path]: 0 });

export function forget(path: string) {
  const { [path]: _, ...rest } = read();
  write(rest);
}

/** Paths to be looked at now. */
export const dueLeftovers = (now = Date.now()) =>
  Object.entries(read())
    .filter(([, due]) => due <= now)
    .map(([path]) => path);
