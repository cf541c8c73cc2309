// Mutation testing: changes the code in one place at a time, and checks that a test fails.
// All of it: npm run test:mutate. A part: npm run test:mutate -- --mutate "app/lib/text/*.ts"
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Each mutant runs the tests that cover its line, as measured by coverage.
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  coverageAnalysis: "perTest",
  mutate: [
    "{server/http,server/backend/gateway,app/lib}/**/*.{ts,tsx}",
    "!**/*.test.{ts,tsx}",
    // Shared test helpers.
    "!**/{steps,*-steps}.ts",
    // Types only, generated from the migrations.
    "!**/*.generated.ts",
    // They only start Vite or load the built app: every journey goes through them.
    "!server/http/front.ts",
    "!server/http/pages/render.ts",
  ],
  mutator: {
    // Most string literals are messages, which tests/facts checks verbatim with a database and a browser.
    excludedMutations: ["StringLiteral"],
  },
  // No such file, so Stryker leaves tsconfig alone. Ours has no paths to rewrite, and rewriting needs an API
  // that TypeScript 7 dropped.
  tsconfigFile: "is-left-as-it-is.json",
  // Tables filled at startup (limits, codes, messages): each mutant of an entry would rerun every test.
  ignoreStatic: true,
  thresholds: { high: 90, low: 80, break: 80 },
  concurrency: 2,
  ignorePatterns: ["/build", "/data", "/docs", "/bench", "/public", "/.react-router"],
  tempDirName: "test-results/.stryker",
  reporters: ["clear-text", "json", "html"],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: "test-results/mutation.json" },
  htmlReporter: { fileName: "test-results/mutation.html" },
};
