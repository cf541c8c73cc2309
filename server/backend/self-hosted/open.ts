import { join } from "node:path";
import { createAuth } from "#server/backend/auth/index.ts";
import { createInvite } from "#server/backend/auth/invite.ts";
import { createAuthLimits } from "#server/backend/auth/limits.ts";
import { accountMails } from "#server/backend/auth/mails.ts";
import { authOperations } from "#server/backend/auth/operations.ts";
import { refuseForOthers } from "#server/backend/auth/passwords/index.ts";
import { diskSpaceOf } from "#server/backend/disk-space.ts";
import { createFunctions, functionsHost } from "#server/backend/functions/index.ts";
import { lookUpText } from "#server/backend/functions/look-up-text.ts";
import { createReceiveMail } from "#server/backend/functions/receive-mail.ts";
import { safeFetch } from "#server/backend/functions/safe-fetch.ts";
import { CONNECTIONS } from "#server/backend/gateway/concurrency-limiter.ts";
import { createGateway } from "#server/backend/gateway/index.ts";
import { createLimits } from "#server/backend/gateway/limits.ts";
import { INTERNAL_ORIGIN } from "#server/backend/gateway/services.ts";
import { createStaff } from "#server/backend/gateway/staff.ts";
import { createHealthChecks } from "#server/backend/health-checks.ts";
import { companyAddress, companySender, createMailer } from "#server/backend/mail/mailer.ts";
import { asCaller, type Caller, VISITOR } from "#server/backend/postgres/caller.ts";
import { closePool, openPool, type Query, queryOn } from "#server/backend/postgres/pool.ts";
import { checkLogin } from "#server/backend/postgres/roles.ts";
import { readCatalog } from "#server/backend/rest/catalog.ts";
import { createRest } from "#server/backend/rest/index.ts";
import { imageVariants } from "#server/backend/storage/images.ts";
import { createStorage } from "#server/backend/storage/index.ts";
import { mediaObjects } from "#server/backend/storage/objects.ts";
import { openFiles } from "#server/backend/storage/open-files.ts";
import { forRequests } from "#server/backend/storage/reach.ts";
import { fileRemoval } from "#server/backend/storage/remove-files.ts";
import type { Backend } from "#server/backend/types.ts";
import type { Env } from "#server/runtime/env.ts";
import type { Log } from "#server/runtime/log.ts";
import { createBackups } from "./backup/index.ts";
import { listenForChanges } from "./changes.ts";
import { folderNumber, holdFolder, refuseOtherFolder } from "./data-folder.ts";
import { startJobs } from "./jobs.ts";
import { prepareDatabase } from "./prepare.ts";
import { readSecrets, rotateSecrets } from "./secrets/index.ts";
import { readFactorKey } from "./secrets/store.ts";
import { hostSystem } from "./system.ts";

/** For accounts, files, email and the server's own jobs; requests have their own limiters. */
const SERVER_CONNECTIONS = 5;

/** How long generating new secrets waits for another process that is starting. */
const ROTATE_WAITS_MS = 5_000;

/**
 * A backend on a PostgreSQL that we migrate ourselves, embedded or by DATABASE_URL.
 * @param stop stops the underlying database once the last connection is closed
 */
export async function openSelfHosted(
  kind: "embedded" | "database",
  databaseUrl: string,
  env: Env,
  log: Log,
  stop: () => Promise<void>,
): Promise<Backend> {
  const prepared = await prepareDatabase(databaseUrl, env, log);
  const { admin, logins } = prepared;
  // Always read from this object: another process may generate new secrets at any time.
  const secrets = { ...prepared.secrets, publishableKey: prepared.publishableKey };
  const password = () => secrets.loginPassword;
  let renewed: Promise<unknown> = Promise.resolve();
  /** One at a time, so that an older result can't overwrite a newer one. */
  const renewSecrets = () => {
    const read = async () => void Object.assign(secrets, await readSecrets(databaseUrl, env));
    const renewing = renewed.then(read, read);
    renewed = renewing;
    return renewing;
  };
  await checkLogin(logins.server);
  const pool = openPool(logins.server, log, SERVER_CONNECTIONS, { name: "server", password });
  const apiPool = openPool(logins.api, log, CONNECTIONS, { name: "api", password });
  const query = queryOn(pool);
  const queryAsVisitor: Query = (...asked) =>
    asCaller(pool, VISITOR, (visitor) => visitor(...asked));
  let origin = env.siteUrl ?? `http://localhost:${env.port}`;
  const siteUrl = () => origin;
  const mailer = createMailer(env, log, () => companySender(queryAsVisitor, siteUrl()));
  const mails = accountMails({ pool, queryAsVisitor, mailer, siteUrl, log });
  const limits = createAuthLimits(env.rateLimits);
  const factorKey = await readFactorKey(env);
  const auth = createAuth({ pool, mails, limits, signing: secrets, siteUrl, log, factorKey });

  const folder = kind === "database" ? await folderNumber(env) : undefined;
  const listeners = new Set<(table: string) => void>();
  const silenced = new Set<() => void>();
  const changes = await listenForChanges({
    databaseUrl: logins.server,
    password,
    renewSecrets,
    hold: folder === undefined ? undefined : holdFolder(folder),
    report: (table) => {
      for (const listener of listeners) listener(table);
    },
    onLost: () => {
      for (const listener of silenced) listener();
    },
    log,
  });
  if (folder !== undefined)
    await refuseOtherFolder(query, folder).catch(async (cause) => {
      await Promise.all([changes.stop(), closePool(pool), closePool(apiPool)]);
      throw cause;
    });

  const cache = join(env.dataDir, "media-cache");
  const store = openFiles(env);
  const answering = forRequests(store);
  const removal = fileRemoval(pool, store, cache, log);
  const diskSpace = diskSpaceOf(env);
  const storage = createStorage({
    objects: mediaObjects(pool),
    store: answering,
    variants: imageVariants(answering, cache, diskSpace),
    cache,
    removal,
    diskSpace,
    signing: secrets,
    maxBytes: env.mediaMaxBytes,
  });
  const invite = createInvite({ pool, mails, limits, keys: secrets });
  const backups = await createBackups({ databaseUrl, pool, files: store, env, log });
  const host = functionsHost({
    secrets,
    mailer,
    refusePassword: refuseForOthers(query),
    ask: safeFetch({ reach: env.webhooksTo }),
    lookUpText: lookUpText(),
    sender: () => env.mailFrom ?? companyAddress(siteUrl()),
    inbound: env.inbound,
    system: hostSystem({
      kind,
      env,
      pool,
      apiPool,
      query,
      changes,
      backups,
      signing: secrets,
      async rotateSecrets(by) {
        await rotateSecrets(databaseUrl, env, log, by, ROTATE_WAITS_MS);
        await renewSecrets();
      },
    }),
    siteUrl,
    backend: (request) =>
      new URL(request.url).pathname === "/auth/v1/invite"
        ? invite(request)
        : gateway.fromFunction(request),
  });
  const hasRole = (caller: Caller) =>
    asCaller(pool, caller, async (asked) => {
      const [row] = await asked<{ roles: string[] }>`select public.my_roles() as roles`;
      return (row?.roles.length ?? 0) > 0;
    });
  const gateway = createGateway({
    services: {
      auth: { operations: authOperations, handlers: auth },
      rest: createRest(apiPool, await readCatalog(query)),
      storage,
      functions: await createFunctions(host, log),
    },
    isStaff: createStaff(hasRole),
    limit: createLimits(env.rateLimits),
    keys: secrets,
    log,
  });
  const watch = await createHealthChecks({
    env,
    pool,
    changes,
    files: store,
    mailer,
    log,
    pools: { server: pool, api: apiPool },
    limiters: gateway.limiters,
    backups: backups.known,
  });
  const jobs = startJobs({
    pool,
    databaseUrl,
    env,
    log,
    query,
    cache,
    backups,
    removal,
    mails,
    host,
  });

  return {
    kind,
    browserUrl: "",
    serverUrl: INTERNAL_ORIGIN,
    publishableKey: secrets.publishableKey,
    admin,
    fetch: gateway.fetch,
    receiveMail: createReceiveMail({ host, rateLimits: env.rateLimits, log }),
    setOrigin(address) {
      origin = env.siteUrl ?? address;
    },
    async ping() {
      await query`select 1`;
    },
    onContentChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receivesChanges: changes.isListening,
    watch,
    onChangesLost(listener) {
      silenced.add(listener);
      return () => silenced.delete(listener);
    },
    async close() {
      const ended = [...jobs.map((stopJob) => stopJob()), changes.stop(), backups.close()];
      mailer.close();
      await Promise.all(ended);
      await Promise.all([closePool(pool), closePool(apiPool)]);
      await stop();
    },
  };
}
