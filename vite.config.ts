import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: {
    alias: { "@supabase/realtime-js": new URL("app/lib/no-realtime.ts", import.meta.url).pathname },
  },
  build: {
    // Fonts and icons stay files: cached for a year, and no page pays for them twice.
    assetsInlineLimit: 0,
  },
  environments: {
    ssr: { build: { rollupOptions: { input: "./server/render.ts" } } },
  },
});
