import { type ChildProcess, execFile, spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import { KEYS } from "./front.ts";

const START_MS = 60_000;

export const functionNames = readdirSync(join(supabaseFolder, "functions")).filter(
  (name) => name !== "_shared",
);

/** Runs the functions under Deno, each in its own process with its own deno.json, as when deployed. */
export function createEdge(deno: string) {
  // Copied away from package.json, because deployed functions have none.
  const folder = mkdtempSync(join(tmpdir(), "ld-edge-"));
  cpSync(join(supabaseFolder, "functions"), folder, { recursive: true });
  const running: ChildProcess[] = [];
  const places = new Map<string, string>();
  const configOf = (name: string) => {
    const config = join(folder, name, "deno.json");
    return existsSync(config) ? ["--config", config] : ["--no-config"];
  };

  return {
    at: (name: string) => places.get(name),

    /** @returns Deno's type errors for the function; empty when there are none */
    check: (name: string) =>
      new Promise<string>((resolve) => {
        const file = join(folder, name, "index.ts");
        const args = [deno, "check", "--quiet", ...configOf(name), file];
        execFile(process.execPath, args, { cwd: folder }, (error, out, err) =>
          resolve(error ? `${out}${err}` || error.message : ""),
        );
      }),

    /** @param url the project's URL */
    async serve(url: string) {
      const env = {
        ...process.env,
        NO_COLOR: "1",
        SUPABASE_URL: url,
        SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: KEYS.publishable }),
        SUPABASE_SECRET_KEYS: JSON.stringify({ default: KEYS.secret }),
        SITE_URL: "https://www.example.com",
        MAIL_API_URL: `${url}/mail`,
        MAIL_API_KEY: "key",
        MAIL_FROM: "Evergreen <site@example.com>",
      };
      for (const name of functionNames) {
        const rights = ["--allow-net", "--allow-env"];
        const file = join(folder, name, "index.ts");
        const listen = ["--host", "127.0.0.1", "--port", "0"];
        const args = [deno, "serve", ...rights, ...listen, ...configOf(name), file];
        const child = spawn(process.execPath, args, { env, cwd: folder, detached: true });
        running.push(child);
        places.set(name, await addressOf(name, child));
      }
    },

    close() {
      // Each is a process group: npm's launcher and Deno itself.
      for (const { pid, exitCode } of running)
        if (pid && exitCode === null) process.kill(-pid, "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function addressOf(name: string, child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const late = setTimeout(() => reject(new Error(`${name} did not start: ${said}`)), START_MS);
    const hear = (part: Buffer) => {
      said += part;
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(late);
      resolve(`${address}/${name}`);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
}
