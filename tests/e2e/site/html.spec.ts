import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { visitorPaths } from "#tests/support/pages.ts";
import { expect, test } from "../fixture.ts";

const run = promisify(execFile);
const vnu = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

/** For a run of seconds, an optimizing compiler and a parallel collector cost more than they save. */
const BRIEF = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xss8m", "-XX:-UsePerfData"];

interface Message {
  type: string;
  url: string;
  message: string;
  extract?: string;
}

/** Errors from the Nu HTML checker, one per line; files are named like their pages. */
async function check(folder: string): Promise<string[]> {
  const { stderr } = await run(
    "java",
    [...BRIEF, "-jar", vnu, "--format", "json", "--errors-only", "--exit-zero-always", folder],
    { maxBuffer: 50_000_000 },
  );
  const { messages } = JSON.parse(stderr) as { messages: Message[] };
  return messages.filter(isFault).map(({ url, message, extract }) => {
    const page = decodeURIComponent(url.split("/").at(-1) ?? "");
    return `${page}: ${message} ${extract ?? ""}`;
  });
}

/**
 * The stylesheet is inlined in the page, and the checker's CSS support is years behind. These are messages
 * about CSS that browsers support; any other message is an error.
 */
const NEWER_CSS = new Map([
  ["“field-sizing”: Property “field-sizing” doesn't exist.", "css-forms-1"],
  ["“margin-trim”: Property “margin-trim” doesn't exist.", "in @supports, css-box-4"],
  ["“width”: The types are incompatible.", "min() of a percentage and a variable, css-values-4"],
  ["“mask”: Too many values or values are not recognized.", "conic-gradient(), css-images-4"],
  ["“paint-order”: Property “paint-order” doesn't exist.", "SVG 2"],
  ["“offset-distance”: Property “offset-distance” doesn't exist.", "motion-1"],
  ["“offset-rotate”: Property “offset-rotate” doesn't exist.", "motion-1"],
  ["“animation-timeline”: Property “animation-timeline” doesn't exist.", "scroll-animations-1"],
  ["“animation-range”: Property “animation-range” doesn't exist.", "scroll-animations-1"],
  ["“container-type”: Property “container-type” doesn't exist.", "css-contain-3"],
  ["Unrecognized at-rule “@container”", "css-contain-3"],
  ["“font-size”: Parse Error.", "the unit cqi, css-contain-3"],
  ["Unrecognized at-rule “@property”", "css-properties-values-api-1"],
]);
const isFault = ({ message }: Message) => !NEWER_CSS.has(message.replace(/^CSS: /, ""));

test("the Nu HTML checker finds no errors on any page", async ({ request }) => {
  const folder = await mkdtemp(join(tmpdir(), "html-"));
  for (const path of [...visitorPaths, "/admin/login"]) {
    const file = `${encodeURIComponent(path.slice(1)) || "home"}.html`;
    // Whole: a list that a busy machine reads late would arrive in parts, with markup to place them.
    await writeFile(join(folder, file), await (await request.get(`${path}?whole`)).text());
  }
  const errors = await check(folder);
  await rm(folder, { recursive: true });
  expect(errors).toEqual([]);
});
