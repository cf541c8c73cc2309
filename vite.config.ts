import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    rollupOptions: isSsrBuild ? { input: "./server/render.ts" } : undefined,
    // Fonts and icons stay files: cached for a year, and no page pays for them twice.
    assetsInlineLimit: 0,
  },
}));
