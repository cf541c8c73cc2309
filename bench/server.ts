import { spawn } from "node:child_process";
import { chmod, mkdtemp } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { NODE_FLAGS } from "../scripts/node-flags.mjs";

/** A new folder that the database's own user may enter too. */
export async function benchFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `${name}-`));
  await chmod(folder, 0o755);
  return folder;
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

const ADMIN = { email: "admin@example.com", password: "only-for-this-measurement" };

/** A client of the server at `url`, signed in as its admin. */
export async function signedIn(url: string) {
  const login = await (await fetch(`${url}/admin/login`)).text();
  const client = createClient(url, /sb_publishable_[\w-]+/.exec(login)?.[0] ?? "", {
    auth: { persistSession: false, autoRefreshToken: false },
  });
  const { error } = await client.auth.signInWithPassword(ADMIN);
  if (error) throw error;
  return client;
}

interface Ours {
  flags?: readonly string[];
  /** the folder of another build, to be measured beside this one */
  build?: string | undefined;
  /** settings besides those of every measurement */
  settings?: Record<string, string>;
}

/**
 * Starts the built server and resolves when it is ready to serve.
 * @param folder where its data goes, in a folder called `name`
 */
export async function startOurs(
  folder: string,
  name: string,
  { flags = [], build, settings = {} }: Ours = {},
) {
  const port = await freePort();
  const child = spawn(process.execPath, [...NODE_FLAGS, "server/index.ts", ...flags], {
    cwd: build,
    env: {
      ...process.env,
      NODE_ENV: "production",
      PORT: String(port),
      DATA_DIR: join(folder, name),
      RATE_LIMITS: "off",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      ...settings,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://localhost:${port}`;
  for (;;) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.ok) return { child, url };
    if (child.exitCode !== null) throw new Error("the server did not start");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
