import { join } from "node:path";
import type { SupabaseClient } from "@supabase/supabase-js";

import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { fakeSmtp } from "#tests/support/mail/smtp.ts";
import { openReceiver } from "#tests/support/stand-ins/receiver.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";
import { Calls } from "./calls.ts";
import { databaseAtRest, filesHaveRows, filesIn, historyChains } from "./leftovers.ts";
import { throughDatabase } from "./seams/database.ts";
import { throughFiles } from "./seams/files.ts";
import { throughOutgoing } from "./seams/outgoing.ts";

/** A site that counts every call outside its process, with stubs of everything outside. */
export async function openFaultySite({
  s3: inS3 = false,
  alike,
}: {
  s3?: boolean;
  alike?: number | undefined;
} = {}) {
  const calls = new Calls(alike);
  const smtp = await fakeSmtp();
  const receiver = await openReceiver();
  const s3 = await fakeS3();
  let proxy: Awaited<ReturnType<typeof throughDatabase>> | undefined;
  let root = "";
  const backFiles = throughFiles(() => root, calls);
  const backOutgoing = throughOutgoing(calls);
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    WEBHOOKS_TO: "anywhere",
    ...(inS3 && s3.settings),
  };
  const t: TestBackend = await openTestBackend(settings, undefined, async (direct) => {
    proxy = await throughDatabase(direct, calls);
    return proxy.url;
  });
  root = t.env.dataDir;
  const stored = async () => [
    ...(await filesIn(join(root, "media"))),
    ...(await filesIn(join(root, "media-upload"))),
    ...[...s3.stored.keys()].filter((key) => key.includes("/media/")),
  ];
  return {
    calls,
    t,
    smtp,
    receiver,
    s3,
    inS3,
    sql: t.sql,
    stored,
    /** Whatever failed, no operation may leave any of this. */
    async leftovers() {
      await databaseAtRest(t.sql);
      await filesHaveRows(t.sql, await stored());
    },
    historyChains: () => historyChains(t.sql),
    async close() {
      root = "";
      await t.close();
      await proxy?.close();
      backOutgoing();
      backFiles();
      receiver.close();
      s3.close();
      smtp.server.close();
    },
  };
}

export type FaultySite = Awaited<ReturnType<typeof openFaultySite>>;

const signedIn = new WeakMap<FaultySite, Promise<SupabaseClient>>();

/** An admin whom the gateway already knows, because password hashing takes a third of a second on purpose. */
export async function admin(site: FaultySite): Promise<SupabaseClient> {
  const known = signedIn.get(site) ?? site.t.admin();
  signedIn.set(site, known);
  const client = await known;
  await client.rpc("is_admin_user").throwOnError();
  return client;
}

/** For operations that change rows with a history. */
export async function leftoversAndHistory(site: FaultySite) {
  await site.leftovers();
  await site.historyChains();
}
