import { Resolver } from "node:dns/promises";
import type { LookUpText } from "#supabase/functions/_shared/deliverability/look-up.ts";

/**
 * Asks the machine's name servers directly each time, without a cache, so that a record shows as soon as it is published.
 * @param nameServers like "127.0.0.1:5353"; default: those of the machine
 */
export const lookUpText =
  (nameServers?: string[]): LookUpText =>
  async (name, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (nameServers) resolver.setServers(nameServers);
    const stop = () => resolver.cancel();
    signal.addEventListener("abort", stop);
    try {
      const texts = signal.aborted ? null : await resolver.resolveTxt(name);
      return texts?.map((parts) => parts.join("")) ?? null;
    } catch (error) {
      return hasNone(error as NodeJS.ErrnoException) ? [] : null;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  };

/** The name doesn't exist, or has no TXT records. */
const hasNone = ({ code }: NodeJS.ErrnoException) => code === "ENOTFOUND" || code === "ENODATA";
