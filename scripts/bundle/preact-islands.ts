import type { Plugin } from "vite";

const STAND_INS: Record<string, string> = {
  react: "preact/compat",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react-dom/client": "preact/compat/client",
};

/** Builds the islands of public pages with Preact: react-dom would be three quarters of their script. */
export const preactIslands = (): Plugin => ({
  name: "preact-islands",
  enforce: "pre",
  resolveId: {
    filter: { id: Object.keys(STAND_INS).map((name) => new RegExp(`^${name}$`)) },
    handler(source, importer) {
      return this.resolve(STAND_INS[source] as string, importer, { skipSelf: true });
    },
  },
});
