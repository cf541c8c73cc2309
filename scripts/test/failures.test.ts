import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/folder.ts";
import { inRoot } from "../prepare.mjs";
import { failedJourneys, failedRules } from "./failures.mjs";

test("names each failed test of Vitest, and a file that failed outside its tests", () => {
  const passed = { status: "passed", fullName: "adds", failureMessages: [] };
  const failed = {
    status: "failed",
    fullName: "subtracts",
    failureMessages: ["\u001b[31m3\u001b[39m"],
  };
  const testResults = [
    {
      name: inRoot("a.test.ts"),
      status: "failed",
      message: "",
      assertionResults: [passed, failed],
    },
    { name: inRoot("b.test.ts"), status: "failed", message: "No disk", assertionResults: [passed] },
    { name: inRoot("c.test.ts"), status: "passed", message: "", assertionResults: [passed] },
  ];
  expect(failedRules({ testResults })).toEqual([
    { test: "a.test.ts: subtracts", why: "3" },
    { test: "b.test.ts", why: "No disk" },
  ]);
});

test("says of a failed journey when it ran, why it failed and what its page showed", async () => {
  const path = join(await temporaryFolder(), "error-context.md");
  writeFileSync(path, '# Page snapshot\n\n```yaml\n- button "Save"\n```\n');
  const result = {
    startTime: "2026-11-30T06:30:00.000Z",
    duration: 61_234,
    workerIndex: 2,
    errors: [{ message: "Timed out" }],
    attachments: [
      { name: "screenshot", path: "a.png" },
      { name: "error-context", path },
    ],
  };
  const spec = (title: string, ok: boolean) => ({ title, ok, tests: [{ results: [result] }] });
  const report = {
    suites: [
      {
        title: "sets.spec.ts",
        specs: [spec("opens", true)],
        suites: [{ title: "phone", specs: [spec("saves", false)] }],
      },
    ],
  };
  expect(failedJourneys(report)).toEqual([
    {
      test: "sets.spec.ts › phone › saves",
      why: 'began 2026-11-30T06:30:00.000Z, took 61.2 s, worker 2\nTimed out\n- button "Save"',
    },
  ]);
});
