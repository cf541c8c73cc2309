import type { Plugin } from "vite";

const STAND_INS: Record<string, string> = {
  "@supabase/realtime-js": "no-realtime.ts",
  "@supabase/storage-js": "storage-on-demand.ts",
};

/** Replaces supabase-js's own imports that no first screen needs with our small stand-ins. */
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
