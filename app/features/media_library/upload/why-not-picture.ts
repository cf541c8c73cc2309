import { RefusedError } from "#app/lib/errors/backend-error.ts";

/**
 * Why a chosen picture would be refused, by its content. If that can't be checked now, returns
 * undefined, and sending reports the problem.
 */
export async function whyNotPicture(file: File): Promise<string | undefined> {
  try {
    const { cleanFile } = await import("./clean-file.ts");
    await cleanFile(file);
    return undefined;
  } catch (error) {
    return error instanceof RefusedError ? error.message : undefined;
  }
}
