import { spawn, spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { endAll, freePort } from "../../bench/tools/server.ts";

/** A system user that each Debian has. */
const USER = "nobody";
const ID = 65_534;

/**
 * Runs commands as root by deploy/loading-dock, beside a server that runs as another user, with a file of settings that
 * only root may read. @returns what went wrong
 */
export async function runCommands(folder: string): Promise<string> {
  const dataDir = join(folder, "data");
  const settings = join(folder, "settings.env");
  const leads = join(folder, "leads.csv");
  const port = await freePort();
  await mkdir(dataDir, { mode: 0o700 });
  await chown(dataDir, ID, ID);
  await writeFile(settings, `DATA_DIR="${dataDir}"\nPORT=${port}\n`);
  await chmod(settings, 0o600);
  await writeFile(leads, "name,email\nAna Ruiz,ana@example.com\n");

  const server = spawn(process.execPath, ["server/index.ts"], {
    env: { PATH: process.env.PATH, NODE_ENV: "production", DATA_DIR: dataDir, PORT: String(port) },
    uid: ID,
    gid: ID,
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    await untilReady(`http://127.0.0.1:${port}/readyz`, () => server.exitCode !== null);
    const own = {
      PATH: process.env.PATH,
      LOADING_DOCK_HOME: process.cwd(),
      LOADING_DOCK_USER: USER,
      LOADING_DOCK_SETTINGS: settings,
    };
    const expected: [string[], RegExp][] = [
      [["admin", "add", "you@example.com"], /^you@example\.com is an admin\. Password/],
      [["import", leads], /^1 leads imported/],
      [["backup"], /^Backup \S+ in .* was restored to prove it\.$/m],
      [["restore", "--list"], /newest first/],
      [["check-history"], /^The history is complete\.$/m],
    ];
    const faults = expected.flatMap(([words, sentence]) => {
      const { stdout, stderr } = spawnSync("sh", ["deploy/loading-dock", ...words], {
        encoding: "utf8",
        env: own,
      });
      return sentence.test(stdout) ? [] : `loading-dock ${words.join(" ")}: ${stdout}${stderr}`;
    });
    const { stderr } = spawnSync(process.execPath, ["server/cli/backup.ts"], {
      encoding: "utf8",
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
    });
    if (!stderr.includes("belongs to user")) faults.push(`as root: ${stderr}`);
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      // PostgreSQL's own files come and go.
      if (path.startsWith(join(dataDir, "postgres"))) continue;
      if ((await stat(path)).uid !== ID) faults.push(`${path} is not the service's`);
    }
    return faults.join("\n");
  } finally {
    await endAll([server]);
  }
}

async function untilReady(url: string, ended: () => boolean) {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (ended()) throw new Error("the server did not start");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
