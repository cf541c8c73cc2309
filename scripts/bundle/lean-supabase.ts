import type { Plugin } from "vite";

const STAND_INS: Record<string, string> = {
  "@supabase/realtime-js": "no-realtime.ts",
  "@supabase/storage-js": "storage-on-demand.ts",
};

/** What supabase-js imports for itself and no first screen needs gives way to what stands for it. */
export const leanSupabase = (): Plugin => ({
  name: "lean-supabase",
  enforce: "pre",
  resolveId(source, importer) {
    const file = importer?.includes("/@supabase/supabase-js/") && STAND_INS[source];
    return file
      ? new URL(`../../app/lib/data/client/${file}`, import.meta.url).pathname
      : undefined;
  },
});
