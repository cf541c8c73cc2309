import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { appendFileSync, chownSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isServed, until } from "../../tools/server.ts";
import { CHECKOUT, makeCheckout, PROGRAM, runLine } from "../machine.ts";
import { startS3 } from "../s3-server.ts";

const SETTINGS = "/etc/loading-dock.env";
const SITE = "http://127.0.0.1:3000";
export const PASSWORD = "only-for-this-test";
const DATABASE = `postgresql://loading_dock:${PASSWORD}@127.0.0.1`;
const LEADS = "name,email\nAna Ruiz,ana@example.com\n";

/** What a reader of the documents knows by then: shell variables, and values for dots and dates. */
export function newReader(folder: string) {
  const shell: Record<string, string> = {
    SITE,
    DATA_DIR: "/var/lib/loading-dock",
    METRICS_TOKEN: randomBytes(16).toString("hex"),
  };
  const typed: Record<string, string> = { ORIGIN: join(folder, "origin"), PASSWORD };
  const owner = () => statSync("/var/lib/loading-dock");
  const owned = (path: string, text: string) => {
    writeFileSync(path, text);
    chownSync(path, owner().uid, owner().gid);
  };
  const asService = (line: string, env: Record<string, string> = {}) =>
    runLine(line, { user: "loading-dock", cwd: CHECKOUT, env }).ended;
  const base = `METRICS_TOKEN=${shell.METRICS_TOKEN}\n`;
  const restartWith = async (databaseUrl: string) => {
    writeFileSync(SETTINGS, `${base}DATABASE_URL=${databaseUrl}\n`);
    execFileSync("systemctl", ["restart", "loading-dock"]);
    await ready();
  };

  const preparations: Record<string, () => Promise<void>> = {
    async settings() {
      writeFileSync(SETTINGS, base, { mode: 0o600 });
    },
    async ready() {
      await ready();
      await fetch(`${SITE}/pricing`);
      // The log is written in batches, so wait for the entry.
      typed.REQUEST = await until(async () => {
        const log = execFileSync("journalctl", ["-u", "loading-dock"], { encoding: "utf8" });
        return /"requestId":"([^"]+)"[^\n]*"path":"\/pricing"/.exec(log)?.[1];
      });
    },
    leads: async () => owned("/var/lib/loading-dock/leads.csv", LEADS),
    async service() {
      const asRoot = (line: string) => runLine(line, { user: "root", cwd: PROGRAM }).ended;
      // The date in the company's time zone, which can differ from the one in UTC.
      const list = await asRoot("loading-dock restore --list");
      typed.TODAY = /\b\d{4}-\d{2}-\d{2}\b/.exec(list.output)?.[0] ?? "";
      const rows = await asRoot("loading-dock restore latest --table services");
      typed.SERVICE = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(rows.output)?.[0] ?? "";
    },
    async s3() {
      const { settings } = await startS3(folder);
      appendFileSync(SETTINGS, `S3_ENDPOINT=${settings.S3_ENDPOINT}\n`);
    },
    async postgres() {
      execFileSync("install", ["-d", "-o", "postgres", "-m", "2775", "/run/postgresql"]);
      const [version = ""] = readdirSync("/usr/lib/postgresql").sort((a, b) => +b - +a);
      const options = ["--port", "5432", "--start", "--start-conf", "manual"];
      execFileSync("pg_createcluster", [version, "deploy", ...options]);
    },
    async database() {
      rmSync("/tmp/restored.sql", { force: true });
      await restartWith(`${DATABASE}:5432/loading_dock`);
    },
    async pooled() {
      await restartWith(`${DATABASE}:6432/loading_dock`);
      execFileSync("systemctl", ["stop", "loading-dock"]);
      makeCheckout(folder);
    },
    async "own-leads"() {
      owned(join(CHECKOUT, "leads.csv"), LEADS);
    },
    // The site restored for the embedded database is no longer needed.
    async "no-restored"() {
      rmSync("/var/lib/loading-dock/restored", { recursive: true });
    },
    async encrypted() {
      const { output } = await asService("npm run -s backup -- --new-key");
      const key = /AGE-SECRET-KEY-\S+/.exec(output)?.[0] ?? "";
      owned(join(CHECKOUT, "key.txt"), `${key}\n`);
      await asService("npm run backup", { BACKUP_KEY: key, BACKUP_TO: "encrypted" });
      const files = readdirSync(join(CHECKOUT, "encrypted"));
      typed.ENCRYPTED = `encrypted/${files.find((name) => name.endsWith(".age"))}`;
    },
    async "another-machine"() {
      await until(async () => !(await answers()));
      // A new machine gets only the backups.
      await asService("mv data/backups backups && rm -r data && mkdir data");
      appendFileSync(join(CHECKOUT, ".env"), "BACKUP_TO=backups\n");
    },
  };
  return { shell, typed, preparations };
}

const answers = () => isServed(`${SITE}/readyz`);

/** Waits until the site on port 3000 is ready. */
export const ready = (ended?: () => string | undefined) => until(answers, ended);

/** Files in the service's data folder owned by others. Skips PostgreSQL's own: they come and go. */
export function filesOfOthers(): string {
  const find = ["/var/lib/loading-dock", "-path", "*/postgres", "-prune", "-o"];
  return execFileSync("find", [...find, "!", "-user", "loading-dock", "-print"], {
    encoding: "utf8",
  });
}

/** The output of a command that root runs without the wrapper. */
export const pastTheWrapper = () =>
  runLine("DATA_DIR=/var/lib/loading-dock npm run backup", { user: "root", cwd: PROGRAM }).ended;
