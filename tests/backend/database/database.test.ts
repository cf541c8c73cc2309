import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openBackend } from "#server/backend/index.ts";
import { connect, withDatabase } from "#server/backend/postgres/connection.ts";
import { migrate } from "#server/backend/self-hosted/migrations/migrate.ts";
import type { Backend } from "#server/backend/types.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { clientOf, openTestBackend, type TestBackend } from "#tests/support/backend.ts";
import { createTestDatabase, dropTestDatabase } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";
import { fakeS3 } from "#tests/support/stand-ins/s3.ts";

describe("several processes on one database", () => {
  let url: string;
  let both: [Backend, Backend];

  beforeAll(async () => {
    const cluster = inject("clusterUrl");
    const name = `fresh_${process.pid}`;
    const sql = connect(cluster, 1);
    await sql.unsafe(`create database ${name}`);
    await sql.end();
    url = withDatabase(cluster, name);
    const start = () =>
      openBackend(
        readEnv({
          DATABASE_URL: url,
          ADMIN_EMAIL: people.admin.email,
          ADMIN_PASSWORD: people.admin.password,
        }),
        createLog("silent"),
      );
    both = await Promise.all([start(), start()]);
  });
  afterAll(async () => {
    await Promise.all(both.map((backend) => backend.close()));
    await dropTestDatabase(url);
  });

  test("start at once on an empty one, and migrate and seed it once, with one admin", async () => {
    expect(both[0].publishableKey).toBe(both[1].publishableKey);
    const sql = connect(url, 1);
    const [counts] = await sql`select
      (select count(*)::int from public.admins) as admins,
      (select count(*)::int from supabase_migrations.seed_files) as seeds,
      (select count(*)::int from public.services) as services`;
    await sql.end();
    expect(counts).toEqual({ admins: 1, seeds: 1, services: 5 });
  });

  test("share sessions", async () => {
    const { data } = await clientOf(both[0]).auth.signInWithPassword(people.admin);
    const there = clientOf(both[1]);
    await there.auth.setSession({
      access_token: data.session?.access_token ?? "",
      refresh_token: data.session?.refresh_token ?? "",
    });
    expect((await there.rpc("is_admin_user")).data).toBe(true);
  });

  test("a change made through one is reported by both", async () => {
    const seen = both.map(() => vi.fn());
    const stops = both.map((backend, i) => backend.onContentChange((table) => seen[i]?.(table)));
    const admin = clientOf(both[0]);
    await admin.auth.signInWithPassword(people.admin);
    await admin.from("faq_items").update({ answer: "New." }).neq("question", "");
    await vi.waitFor(() => {
      for (const report of seen) expect(report).toHaveBeenCalledWith("faq_items");
    });
    for (const stop of stops) stop();
  });

  test("report everything as changed after a lost connection", async () => {
    const seen = vi.fn();
    const stop = both[0].onContentChange(seen);
    const sql = connect(url, 1);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'listen%'`;
    await sql.end();
    await vi.waitFor(() => expect(seen).toHaveBeenCalledWith("*"));
    stop();
  });
});

describe("migrations", () => {
  test("are recorded as the Supabase CLI does: version, name and statements", async () => {
    const url = await createTestDatabase(inject("clusterUrl"));
    const sql = connect(url, 1);
    const rows = await sql`select version, name, statements
      from supabase_migrations.schema_migrations order by version`;
    expect(rows[0]).toMatchObject({ version: "20261127070101", name: "foundations" });
    expect(rows[0]?.statements.length).toBeGreaterThan(5);
    expect(await migrate(sql)).toEqual([]);
    await sql.end();
    await dropTestDatabase(url);
  });
});

describe("media in S3", () => {
  let t: TestBackend;
  let s3: Awaited<ReturnType<typeof fakeS3>>;

  beforeAll(async () => {
    s3 = await fakeS3();
    t = await openTestBackend(s3.settings);
  });
  afterAll(async () => {
    await t.close();
    s3.close();
  });

  test("is stored, served with ranges, resized, replaced and removed there", async () => {
    const png = await sharp({
      create: { width: 400, height: 9, channels: 3, background: "#1f6e4d" },
    })
      .png()
      .toBuffer();
    const bucket = (await t.admin()).storage.from("media");
    const { stored } = s3;
    const file = () => new File([new Uint8Array(png)], "a.png");
    expect((await bucket.upload("uploads/a.png", file())).error).toBeNull();
    expect([...stored.keys()]).toEqual([expect.stringMatching(/^\/site\/media\/[0-9a-f-]{36}$/)]);
    expect([...stored.values()][0]).toEqual({ body: png, type: "image/png" });

    const range = await t.request("/storage/v1/object/public/media/uploads/a.png", {
      headers: { range: "bytes=1-3" },
    });
    expect(range.status).toBe(206);
    expect(await range.text()).toBe("PNG");
    const small = await t.request(
      "/storage/v1/render/image/public/media/uploads/a.png?width=160&format=webp",
    );
    expect((await sharp(await small.arrayBuffer()).metadata()).width).toBe(160);

    expect((await bucket.update("uploads/a.png", file())).error).toBeNull();
    expect(stored.size).toBe(1);
    await bucket.remove(["uploads/a.png"]);
    expect(stored.size).toBe(0);
  });
});

describe("hosted Supabase", () => {
  let t: TestBackend;
  let server: Server;
  let hosted: Backend;

  beforeAll(async () => {
    t = await openTestBackend();
    // One of our own backends on a port plays the external project.
    server = createServer(async (req, res) => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk);
      const response = await t.request(req.url ?? "/", {
        method: req.method,
        headers: req.headers as Record<string, string>,
        body: chunks.length ? Buffer.concat(chunks) : undefined,
      });
      res.writeHead(response.status, Object.fromEntries(response.headers));
      res.end(Buffer.from(await response.arrayBuffer()));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    hosted = await openBackend(
      readEnv({
        SUPABASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        SUPABASE_PUBLISHABLE_KEY: t.backend.publishableKey,
      }),
      createLog("silent"),
    );
  });
  afterAll(async () => {
    await hosted.close();
    server.close();
    await t.close();
  });

  test("is called over the network, by the browser too", async () => {
    await hosted.ping();
    expect(hosted.browserUrl).toBe(hosted.serverUrl);
    const { data } = await clientOf(hosted).from("services").select("title");
    expect(data?.length).toBeGreaterThan(0);
  });

  test("answers 503 in words when it doesn't respond", async () => {
    const gone = await openBackend(
      readEnv({ SUPABASE_URL: "http://127.0.0.1:9", SUPABASE_PUBLISHABLE_KEY: "x" }),
      createLog("silent"),
    );
    await expect(gone.ping()).rejects.toThrow();
    const { error, status } = await clientOf(gone).from("services").select();
    expect({ status, message: error?.message }).toEqual({
      status: 503,
      message: "The database isn't responding.",
    });
  });
});
