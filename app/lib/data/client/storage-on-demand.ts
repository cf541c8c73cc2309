/**
 * Stands for storage-js where supabase-js makes its client (vite.config.ts): the real one comes with
 * the first call, because files are met on two screens and a dozen load without them.
 */
import type { StorageClient as Real } from "@supabase/storage-js";

type Options = ConstructorParameters<typeof Real>;
type Bucket = ReturnType<Real["from"]>;
/** What a bucket does and answers in its own time; addresses, which it gives at once, are not asked of it. */
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
 * supabase-js hands it on by this name, and nobody here asks for it.
 * @public
 */
export class StorageApiError extends Error {}
