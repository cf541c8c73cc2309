import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative } from "node:path";
import type { Calls } from "../calls.ts";

type Method = (...args: unknown[]) => Promise<unknown>;
type Done = (error: Error | null, ...answer: unknown[]) => void;

/** Functions of node:fs/promises that change something, and those that only read. */
const CHANGES = ["mkdir", "rename", "rm", "unlink", "writeFile", "copyFile", "chmod", "chown"];
const LOOKS = ["access", "readdir", "readFile", "stat", "lstat"];

const fault = (what: string) =>
  Object.assign(new Error(`EIO: i/o error, ${what}`), { code: "EIO", syscall: what });

/**
 * Counts file operations below a folder, as a disk would see them. A stream's open, first read or write,
 * flush and close are one call each: the number of writes depends only on chunk size.
 * @param root returns the folder; files elsewhere are not counted
 * @returns a function that restores the originals
 */
export function throughFiles(root: () => string, calls: Calls): () => void {
  const undo: (() => void)[] = [];
  const replace = (object: object, name: string, make: (real: never) => unknown) => {
    const real = Reflect.get(object, name);
    Reflect.set(object, name, make(real as never));
    undo.push(() => Reflect.set(object, name, real));
  };
  const isOurs = (path: unknown): path is string =>
    typeof path === "string" && root() !== "" && path.startsWith(root());
  const called = (what: string, path: string) =>
    `files: ${what} ${relative(root(), path).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")}`;

  for (const name of [...CHANGES, ...LOOKS])
    replace(fs.promises, name, (real: Method) => (path: unknown, ...rest: unknown[]) => {
      const run = () => Reflect.apply(real, fs.promises, [path, ...rest]) as Promise<unknown>;
      if (!isOurs(path)) return run();
      return calls.through(called(name, path), run, () => fault(name), CHANGES.includes(name));
    });

  replace(fs.promises, "open", (real: typeof fs.promises.open) => {
    return async (path: unknown, ...rest: unknown[]) => {
      const opened = () => Reflect.apply(real, fs.promises, [path, ...rest]);
      if (!isOurs(path)) return opened();
      const turn = calls.arrive(called("open", path));
      if (turn === "before") throw fault("open");
      const handle: fs.promises.FileHandle = await opened();
      if (turn === "after") {
        await handle.close();
        throw fault("open");
      }
      const sync = handle.sync.bind(handle);
      const close = handle.close.bind(handle);
      handle.sync = () => calls.through(called("sync", path), sync, () => fault("fsync"));
      handle.close = async () => {
        // Close the file even when the call fails.
        await close();
        if (calls.arrive(called("close", path)) !== "pass") throw fault("close");
      };
      return handle;
    };
  });

  /** Files open in streams, with the calls counted for each. */
  const open = new Map<number, { path: string; done: Set<string> }>();
  replace(
    fs,
    "open",
    (real: (...args: unknown[]) => void) =>
      (path: unknown, ...rest: unknown[]) => {
        if (!isOurs(path)) return Reflect.apply(real, fs, [path, ...rest]);
        const done = rest.pop() as Done;
        const turn = calls.arrive(called("open", path));
        if (turn === "before") return process.nextTick(done, fault("open"));
        Reflect.apply(real, fs, [
          path,
          ...rest,
          (error: Error | null, file: number) => {
            if (error || turn === "pass") {
              if (!error) open.set(file, { path, done: new Set() });
              return done(error, file);
            }
            fs.closeSync(file);
            done(fault("open"));
          },
        ]);
      },
  );
  for (const name of ["read", "write", "writev", "fsync", "close"])
    replace(
      fs,
      name,
      (real: (...args: unknown[]) => void) =>
        (file: number, ...rest: unknown[]) => {
          const known = open.get(file);
          if (name === "close") open.delete(file);
          const what = name === "writev" ? "write" : name;
          if (!known || known.done.has(what)) return Reflect.apply(real, fs, [file, ...rest]);
          known.done.add(what);
          const turn = calls.arrive(called(what, known.path), what !== "read");
          if (turn === "pass") return Reflect.apply(real, fs, [file, ...rest]);
          const done = rest.pop() as Done | undefined;
          if (turn === "before" && name !== "close")
            return process.nextTick(() => done?.(fault(what)));
          Reflect.apply(real, fs, [file, ...rest, () => done?.(fault(what))]);
        },
    );
  syncBuiltinESMExports();
  return () => {
    for (const back of undo) back();
    syncBuiltinESMExports();
  };
}
