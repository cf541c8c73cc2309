import { expect, test, vi } from "vitest";
import { mergeSettings } from "#app/content/index.ts";
import { icon } from "./images.server.tsx";

test("an image that couldn't be drawn doesn't discard the newer one of its address", async () => {
  const [first, second] = [Promise.withResolvers<null>(), Promise.withResolvers<Buffer>()];
  const toPng = vi
    .fn()
    .mockReturnValueOnce(first.promise)
    .mockReturnValueOnce(second.promise)
    .mockResolvedValue(Buffer.from("drawn once more"));
  const server = {
    siteUrl: "https://site.test",
    browserConfig: {
      supabaseUrl: "",
      publishableKey: "",
      mediaMaxBytes: 1,
      logged: "cut",
    },
    fetchBackend: async () => new Response(),
    deadline: () => new AbortController().signal,
    degrade: vi.fn(),
    log: vi.fn(),
    toPng,
  } as const;
  const draw = (company_name: string) =>
    icon(
      server,
      mergeSettings([{ setting_key: "company_name", setting_value: company_name }]),
      "/icon-96.png",
    );

  const older = draw("Evergreen");
  await vi.waitFor(() => expect(toPng).toHaveBeenCalledTimes(1));
  const newer = draw("Northlight");
  await vi.waitFor(() => expect(toPng).toHaveBeenCalledTimes(2));
  first.resolve(null);
  await expect(older).rejects.toThrow("an image could not be drawn");
  const again = draw("Northlight");
  const bytes = Buffer.from("Northlight");
  second.resolve(bytes);
  expect(await newer).toBe(bytes);
  expect(await again).toBe(bytes);
});
