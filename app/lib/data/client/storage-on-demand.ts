/**
 * Replaces storage-js in supabase-js (vite.config.ts). The real one loads with the first call,
 * because only two screens use files and a dozen work without it.
 */
import type { StorageClient as Real } from "@supabase/storage-js";

type Options = ConstructorParameters<typeof Real>;
type Bucket = ReturnType<Real["from"]>;
/** A bucket's async methods. Its synchronous URL methods aren't used. */
type Asked = "info" | "remove";

export class StorageClient {
  readonly #real: () => Promise<Real>;

  constructor(...options: Options) {
    let made: Promise<Real> | undefined;
    this.#real = () => {
      made ??= import("@supabase/storage-js").then(
        ({ StorageClient }) => new StorageClient(...options),
      );
      return made;
    };
  }

  from(name: string): Pick<Bucket, Asked> {
    const bucket = async () => (await this.#real()).from(name);
    return {
      info: async (path) => (await bucket()).info(path),
      remove: async (paths) => (await bucket()).remove(paths),
    };
  }
}

/**
 * supabase-js re-exports this name; nothing here uses it.
 * @public
 */
export class StorageApiError extends Error {}
