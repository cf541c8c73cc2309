import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { adminChunks } from "./scripts/bundle/admin-chunks.ts";
import { leanSupabase } from "./scripts/bundle/lean-supabase.ts";
import { noWarnings } from "./scripts/bundle/no-warnings.ts";
import { pageSources } from "./scripts/bundle/page-sources.ts";
import { preactIslands } from "./scripts/bundle/preact-islands.ts";
import { precompress } from "./scripts/bundle/precompress.ts";

/**
 * The built server bundles its libraries: as whole packages, icons and dates alone cost 100 MB of memory.
 * Development keeps them separate, so that Vite can reload them.
 */
const bundled = {
  resolve: { noExternal: true as const },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
};

/**
 * The islands of a public page are one file, most of which is needed at once. This hint makes Chromium compile it
 * off the main thread, so a phone's first tap finds it ready.
 */
const compileAtOnce = ({ name }: { name: string }) =>
  name === "islands" ? "//# allFunctionsCalledOnLoad" : "";

export default defineConfig(({ command }) => ({
  plugins: [
    leanSupabase(),
    pageSources(),
    tailwindcss(),
    reactRouter(),
    precompress(),
    noWarnings(),
  ],
  build: {
    // Fonts and icons stay files: they are cached for a year, and no page downloads them twice.
    assetsInlineLimit: 0,
  },
  worker: {
    plugins: () => [preactIslands()],
    rolldownOptions: {
      output: { postBanner: compileAtOnce },
      checks: { pluginTimings: false },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: adminChunks() },
          checks: { pluginTimings: false },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: "./server/http/pages/render.ts",
          // One file loads faster than the 150 that a start needs.
          output: { codeSplitting: false },
          // The server imports statically what browsers load on demand, such as a list's first rows.
          checks: { ineffectiveDynamicImport: false, pluginTimings: false },
        },
      },
      ...(command === "build" ? bundled : {}),
    },
  },
}));
