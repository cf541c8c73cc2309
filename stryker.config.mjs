// Mutation testing: turns the code round, one place at a time, and looks whether a test fails.
// All of it: npm run test:mutate. A part: npm run test:mutate -- --mutate "app/lib/text/*.ts"
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  // Each mutant meets the tests that run its line; which those are is measured, not looked up.
  vitest: { configFile: "vitest.mutate.config.ts", related: false },
  coverageAnalysis: "perTest",
  mutate: [
    "{server/http,server/backend/gateway,app/lib}/**/*.{ts,tsx}",
    "!**/*.test.{ts,tsx}",
    // What tests share.
    "!**/{steps,*-steps}.ts",
    // Types alone, made from the migrations.
    "!**/*.generated.ts",
    // They start Vite or load the built app, and do nothing else: every journey goes through them.
    "!server/http/{front-built,front-development}.ts",
    "!server/http/pages/render.ts",
  ],
  mutator: {
    // Nearly all are sentences, which tests/facts holds word by word, with a database and a browser.
    excludedMutations: ["StringLiteral"],
  },
  // Ours leads nowhere outside its folder, so nothing in it is to be rewritten: that asks for an interface
  // which TypeScript has not had since 7.
  tsconfigFile: "is-left-as-it-is.json",
  // Tables that are filled at the start (limits, codes, sentences): each of their entries would need
  // every test anew.
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
