import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { visitorPaths } from "#tests/support/pages.ts";
import { expect, test } from "./fixture.ts";

const run = promisify(execFile);
const vnu = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");

interface Message {
  type: string;
  url: string;
  message: string;
  extract?: string;
}

/** What the Nu HTML checker finds wrong, one line each; files are named as their pages. */
async function check(folder: string): Promise<string[]> {
  const { stderr } = await run(
    "java",
    ["-jar", vnu, "--format", "json", "--errors-only", "--exit-zero-always", folder],
    { maxBuffer: 50_000_000 },
  );
  const { messages } = JSON.parse(stderr) as { messages: Message[] };
  return messages.filter(isAboutHtml).map(({ url, message, extract }) => {
    const page = decodeURIComponent(url.split("/").at(-1) ?? "");
    return `${page}: ${message} ${extract ?? ""}`;
  });
}

/**
 * The stylesheet travels inside the page, and the checker's reading of CSS is years behind: it knows
 * neither @property nor offset-path nor a mask of two layers. Browsers judge the stylesheet.
 */
const isAboutHtml = ({ message }: Message) => !message.startsWith("CSS: ");

test("the Nu HTML checker finds no errors on any page", async ({ request }) => {
  const folder = await mkdtemp(join(tmpdir(), "html-"));
  for (const path of [...visitorPaths, "/admin/login"]) {
    const file = `${encodeURIComponent(path.slice(1)) || "home"}.html`;
    await writeFile(join(folder, file), await (await request.get(path)).text());
  }
  const errors = await check(folder);
  await rm(folder, { recursive: true });
  expect(errors).toEqual([]);
});
