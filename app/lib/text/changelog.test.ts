import { expect, test } from "vitest";
import { readChangelog, versions } from "./changelog.ts";

test("a changelog is read by version and part, each change one line", () => {
  const text =
    "# Changelog\n\nWhat.\n\n## Unreleased\n\n### Admin\n\n- One\n  and [more](docs/more.md).\n- Two.\n\n## 0.1.0\n";
  expect(readChangelog(text)).toEqual([
    { name: "Unreleased", parts: [{ heading: "Admin", changes: ["One and more.", "Two."] }] },
    { name: "0.1.0", parts: [] },
  ]);
});

test("the changelog of the product reads like one", () => {
  expect(versions.length).toBeGreaterThan(0);
  for (const { parts } of versions)
    for (const { heading, changes } of parts) {
      expect(heading).toMatch(/^[A-Z][a-z ]+$/);
      expect(changes.length).toBeGreaterThan(0);
      for (const change of changes) {
        expect(change).toMatch(/^["A-Z`/].+[.]$/s);
        expect(change).not.toContain("](");
      }
    }
});
