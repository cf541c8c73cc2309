import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { firstScreen } from "./scripts/bundle/first-screen.ts";
import { leanSupabase } from "./scripts/bundle/lean-supabase.ts";
import { noWarnings } from "./scripts/bundle/no-warnings.ts";
import { precompress } from "./scripts/bundle/precompress.ts";

/**
 * The built server bundles its libraries: as whole packages, icons and dates alone cost 100 MB of
 * memory. Development keeps them apart, where Vite reloads them.
 */
const bundled = {
  resolve: { noExternal: true as const },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
};

/**
 * React for a public page comes as one file of which most is needed at once: Chromium compiles it beside
 * the main thread when it is told so, and a phone's first press finds it ready.
 */
const compileAtOnce = ({ name }: { name: string }) =>
  name === "islands" ? "//# allFunctionsCalledOnLoad" : "";

export default defineConfig(({ command }) => ({
  plugins: [leanSupabase(), tailwindcss(), reactRouter(), precompress(), noWarnings()],
  build: {
    // Fonts and icons stay files: cached for a year, and no page pays for them twice.
    assetsInlineLimit: 0,
  },
  worker: { rolldownOptions: { output: { postBanner: compileAtOnce } } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: firstScreen() },
          checks: { pluginTimings: false },
        },
      },
    },
    ssr: {
      build: {
        rolldownOptions: {
          input: "./server/http/pages/render.ts",
          // What a browser loads on demand, such as a list's first rows, the server has at hand.
          checks: { ineffectiveDynamicImport: false, pluginTimings: false },
        },
      },
      ...(command === "build" ? bundled : {}),
    },
  },
}));
