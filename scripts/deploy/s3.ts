import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDatabase, startTestCluster } from "../../tests/support/cluster.ts";
import { people } from "../../tests/support/people.ts";
import { endAll, keyOf, signedIn, startOurs, until } from "../tools/server.ts";
import { step } from "../tools/steps.ts";
import { refusedCli, runCli } from "./cli.ts";
import { startS3 } from "./s3-server.ts";

/** Media and backups in S3: with correct and wrong settings, a damaged backup, and the server down. */
export async function storeInS3(folder: string): Promise<void> {
  const s3 = await startS3(folder);
  const cluster = await startTestCluster();
  const running: ChildProcess[] = [s3.child];
  const { settings } = s3;
  const start = async (name: string, changed: Record<string, string>) => {
    const all = { ...settings, DATABASE_URL: await createTestDatabase(cluster.url), ...changed };
    const site = await startOurs(folder, name, { settings: all });
    running.push(site.child);
    return { url: site.url, settings: { ...all, DATA_DIR: join(folder, name) } };
  };
  let right = settings as Record<string, string>;
  try {
    await step("S3 with the right settings stores an upload", async () => {
      const { url, settings: all } = await start("right", {});
      right = all;
      const said = await filesOf(url);
      if (said !== "ok") throw new Error(said);
      const status = (await upload(url)).status;
      if (status !== 200) throw new Error(`the upload answered ${status}`);
      if (!names(s3.objects).some((name) => /^media\/.+_object$/.test(name)))
        throw new Error(names(s3.objects).join("\n"));
    });
    const wrong = (what: string, changed: Record<string, string>, sentence: RegExp) =>
      step(`S3 with ${what}: a sentence, and uploads answer 503`, async () => {
        const { url } = await start(what.replaceAll(" ", "-"), changed);
        const said = await filesOf(url);
        if (!sentence.test(said)) throw new Error(`files: ${said}`);
        const answer = await upload(url);
        if (answer.status !== 503 || !answer.headers.has("retry-after"))
          throw new Error(`${answer.status} ${await answer.text()}`);
        return said;
      });
    await wrong("a wrong key", { S3_ACCESS_KEY_ID: "nobody" }, /S3/);
    await wrong("a wrong bucket", { S3_BUCKET: "elsewhere" }, /S3/);

    const site = { ...right, BACKUP_TO: "s3://site/backups" };
    const into = { ...site, DATABASE_URL: "", DATA_DIR: join(folder, "from-s3") };
    await step("a backup goes to S3 and is listed", async () => {
      const made = await runCli(["backup"], site);
      if (!made.includes("restored and verified")) throw new Error(made);
      await runCli(["restore", "--list"], site);
    });
    await step("a backup with a flipped byte is refused with a sentence", async () => {
      const name = names(s3.objects).find((path) => /tar\.gz[^/]*_object$/.test(path));
      if (!name) throw new Error(names(s3.objects).join("\n"));
      const path = join(s3.objects, name);
      const bytes = readFileSync(path);
      const at = bytes.length >> 1;
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(path, bytes);
      return refusedCli(["restore", "latest"], into);
    });
    await step("commands say that S3 is down", async () => {
      await endAll([s3.child]);
      running.shift();
      const said = await refusedCli(["backup"], site);
      await refusedCli(["restore", "--list"], site);
      await refusedCli(["restore", "latest"], into);
      return said;
    });
  } finally {
    await endAll(running);
    await cluster.stop();
  }
}

const names = (objects: string) => readdirSync(objects, { recursive: true }).map(String);

/** What /readyz reports about the files, once the server has a response from S3. */
const filesOf = (url: string) =>
  until(async () => {
    const parts = await (await fetch(`${url}/readyz`)).text();
    const said = /^files: (.*)$/m.exec(parts)?.[1];
    return said && !said.includes("isn't responding in time") && said;
  });

async function upload(url: string): Promise<Response> {
  const { data } = await (await signedIn(url, people.admin)).auth.getSession();
  return fetch(`${url}/storage/v1/object/media/uploads/note.pdf`, {
    method: "POST",
    headers: {
      apikey: await keyOf(url),
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/pdf",
    },
    body: "%PDF-1.7\n",
  });
}
