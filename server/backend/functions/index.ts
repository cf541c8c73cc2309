import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { FUNCTION_BOUNDS } from "#server/backend/gateway/operations/index.ts";
import { functionOperation, type Operation } from "#server/backend/gateway/request/operation.ts";
import { INTERNAL_ORIGIN, type Services } from "#server/backend/gateway/services.ts";
import type { Mailer } from "#server/backend/mail/mailer.ts";
import { supabaseFolder } from "#server/backend/supabase-folder.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { type Host, hostOf } from "#supabase/functions/_shared/host.ts";
import { withConsoleLog } from "./console-log.ts";

interface Parts {
  secrets: { publishableKey: string; secretKey: string };
  mailer: Mailer;
  ask: NonNullable<Host["ask"]>;
  system: NonNullable<Host["system"]>;
  refusePassword: NonNullable<Host["refusePassword"]>;
  lookUpText: NonNullable<Host["lookUpText"]>;
  siteUrl: () => string;
  /** whom the site's email is from */
  sender: () => string;
  inbound: Env["inbound"];
  /** handles a function's requests to SUPABASE_URL, without a network in between */
  backend: (request: Request) => Promise<Response>;
}

/** Replaces the edge runtime's environment for supabase/functions. */
export function functionsHost(parts: Parts): Host {
  const { secrets, mailer, siteUrl, sender, inbound, backend, ...others } = parts;
  const settings = (): Record<string, string | undefined> => ({
    SUPABASE_URL: INTERNAL_ORIGIN,
    SUPABASE_PUBLISHABLE_KEY: secrets.publishableKey,
    SUPABASE_SECRET_KEY: secrets.secretKey,
    SITE_URL: siteUrl(),
    MAIL_FROM: sender(),
    REPLY_ADDRESS: inbound.replyAddress,
    INBOUND_SECRET: inbound.secret,
  });
  return hostOf({
    env: (name: string) => settings()[name],
    sendMail: (mail: Parameters<Mailer["send"]>[0]) => mailer.send(mail),
    ...others,
    fetch: async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const isOurs = request.url.startsWith(`${INTERNAL_ORIGIN}/`);
      // With `init`, because a Request loses its signal at a garbage collection.
      return isOurs ? backend(request) : fetch(input, init);
    },
  });
}

interface EdgeFunction {
  /** query parameters that it accepts */
  query: readonly string[];
  fetch(request: Request, host: Host): Promise<Response>;
}

/** Runs supabase/functions/<name>/index.ts, the files that Supabase's edge runtime runs. */
export async function createFunctions(host: Host, log: Log): Promise<Services["functions"]> {
  const functions: Record<string, EdgeFunction> = {};
  const operations: Record<string, Operation> = {};
  for (const name of Object.keys(FUNCTION_BOUNDS)) {
    const file = join(supabaseFolder, "functions", name, "index.ts");
    const module: { default: EdgeFunction } = await import(
      /* @vite-ignore */ pathToFileURL(file).href
    );
    functions[name] = module.default;
    operations[name] = functionOperation(name, module.default.query);
  }
  return {
    operations,
    async run({ name, method, query, body, headers, signal, requestId }) {
      const url = `${INTERNAL_ORIGIN}/functions/v1/${name}?${new URLSearchParams(query)}`;
      const sent =
        body === undefined
          ? { headers }
          : {
              headers: { ...headers, "content-type": "application/json" },
              body: JSON.stringify(body),
            };
      const edge = functions[name] as EdgeFunction;
      return withConsoleLog(log.child({ requestId }), () =>
        edge.fetch(new Request(url, { method, signal, ...sent }), host),
      );
    },
  };
}
