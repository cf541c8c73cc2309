import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Host, hostOf } from "../../supabase/functions/_shared/host.ts";
import { Refusal } from "./errors.ts";
import type { Mailer } from "./mail.ts";
import { supabaseFolder } from "./migrate.ts";
import type { Secrets } from "./secrets.ts";

/** Where functions and server-side clients find the backend: an address that exists only in this process. */
export const INTERNAL_ORIGIN = "http://backend.internal";

interface Parts {
  secrets: Secrets;
  mailer: Mailer;
  siteUrl: () => string;
  /** answers a function's requests to SUPABASE_URL, without a network in between */
  backend: (request: Request) => Promise<Response>;
}

/** What supabase/functions find here in place of the edge runtime's environment. */
export function functionsHost({ secrets, mailer, siteUrl, backend }: Parts): Host {
  const settings = (): Record<string, string> => ({
    SUPABASE_URL: INTERNAL_ORIGIN,
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: secrets.secretKey,
    SITE_URL: siteUrl(),
  });
  return hostOf({
    env: (name: string) => settings()[name],
    sendMail: (mail: Parameters<Mailer["send"]>[0]) => mailer.send(mail),
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const isOurs = request.url.startsWith(`${INTERNAL_ORIGIN}/`);
      return isOurs ? backend(request) : fetch(request);
    },
  });
}

interface EdgeFunction {
  default: { fetch(request: Request, host: Host): Promise<Response> };
}

/** Runs supabase/functions/<name>/index.ts, the file that Supabase's edge runtime runs. */
export function createFunctions(host: Host) {
  return async (request: Request): Promise<Response> => {
    const name = new URL(request.url).pathname.split("/")[3] ?? "";
    return (await load(name)).default.fetch(request, host);
  };
}

async function load(name: string): Promise<EdgeFunction> {
  const file = join(supabaseFolder, "functions", name, "index.ts");
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name) || !existsSync(file))
    throw new Refusal(404, "not_found", "There is no such function.");
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}
