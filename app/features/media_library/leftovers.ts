const KEY = "media-leftovers";
/** Check an interrupted upload only after this long: until then it may still be running. */
const RUNNING_MS = 24 * 60 * 60 * 1000;

type Leftovers = Record<string, number>;

/**
 * Files this browser began to send that have no row yet. A file and its row can't be written in one
 * step. So the path is noted first, and a file that never got a row is deleted later.
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
    // Storage is full or forbidden: then only failures while the page is open are cleaned up.
  }
}

/** Notes that an upload to this path begins. */
export const noteUpload = (path: string) => write({ ...read(), [path]: Date.now() + RUNNING_MS });

/** The upload failed, and deleting the file failed too: retry as soon as possible. */
export const noteFailure = (path: string) => write({ ...read(), [path]: 0 });

export function forget(path: string) {
  const { [path]: _, ...rest } = read();
  write(rest);
}

/** The paths to check now. */
export const dueLeftovers = (now = Date.now()) =>
  Object.entries(read())
    .filter(([, due]) => due <= now)
    .map(([path]) => path);
