import { readdirSync } from "node:fs";
import { relative } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";
import { resources } from "#app/features/resources-on-disk.ts";
import { journeys } from "#tests/facts/journeys.ts";
import { partsOf, SAID, SENTENCES } from "./said.ts";
import { RECORD } from "./shows.ts";

/** Only logged to the console: no page shows them. */
const NOT_ON_A_PAGE = ["auth.adminCheck"];

/**
 * Fails the run when a journey didn't assert a message that tests/facts leaves to it. A complete run also
 * fails when a message of the catalog appeared on no page.
 */
export default class FactsReporter implements Reporter {
  private tests: TestCase[] = [];
  private everything = false;

  onBegin(config: FullConfig, suite: Suite) {
    this.tests = suite.allTests();
    const files = new Set(this.tests.map(fileOf));
    const all = readdirSync(testDir, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".spec.ts"),
    );
    const narrowed = String(config.grep) !== String(/.*/) || config.shard !== null;
    this.everything = !narrowed && all.every((name) => files.has(name));
  }

  onEnd(): Promise<{ status?: FullResult["status"] } | undefined> {
    const missing = Object.entries(journeys).flatMap(([key, { file, title }]) => {
      const journey = this.tests.find((one) => fileOf(one) === file && one.title === title);
      if (!journey) return this.everything ? [`${file} has no journey "${title}" (${key})`] : [];
      if (journey.outcome() === "unexpected" || journey.outcome() === "skipped") return [];
      const recorded = journey.results.some(({ annotations }) =>
        annotations.some(({ type, description }) => type === RECORD && description === key),
      );
      return recorded ? [] : [`"${title}" (${file}) does not show ${key} with its fact`];
    });
    // An interrupted run hasn't reached every message.
    const ended = this.tests.every(({ results }) => results.length > 0);
    const faults = [...missing, ...(this.everything && ended ? this.neverSaid() : [])];
    for (const fault of faults) console.error(fault);
    return Promise.resolve(faults.length > 0 ? { status: "failed" } : undefined);
  }

  private neverSaid(): string[] {
    const said = this.tests
      .flatMap(({ results }) => results.flatMap(({ annotations }) => annotations))
      .filter(({ type }) => type === SAID)
      .flatMap(({ description = "" }) => description.split(" "));
    const seen = new Set([...said, ...NOT_ON_A_PAGE]);
    // Lists share the code for these messages, so one list's journey covers all.
    const lists = new Set<string>(resources.map(({ table }) => table));
    const kindOf = (key: string) => {
      const [table = "", kind = ""] = key.split(".");
      return lists.has(table) ? `list.${kind}` : key;
    };
    const kinds = new Set([...seen].map(kindOf));
    return [...partsOf(SENTENCES).keys()]
      .filter((key) => !kinds.has(kindOf(key)))
      .map((key) => `no journey comes by the sentence ${key}`);
  }

  printsToStdio = () => false;
}

const testDir = import.meta.dirname;

/** The path below tests/e2e. */
const fileOf = ({ location }: TestCase) => relative(testDir, location.file);
