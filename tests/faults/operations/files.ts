import { createHash } from "node:crypto";
import { expect } from "vitest";
import { picture } from "#tests/support/samples/png.ts";
import type { Operation } from "../every-fault.ts";
import { runJob } from "../jobs.ts";
import { admin, type FaultySite } from "../site.ts";

type Client = Awaited<ReturnType<typeof admin>>;
interface State {
  client: Client;
  path: string;
}

const hash = (bytes: ArrayBuffer | Uint8Array) =>
  createHash("sha256").update(new Uint8Array(bytes)).digest("hex");

async function steps(site: FaultySite) {
  const { sql, t } = site;
  const old = (await picture("old.png", "#000000")).buffer;
  const fresh = (await picture("new.png", "#1f6e4d")).buffer;
  const bucket = (client: Client) => client.storage.from("media");
  const put = async ({ client, path }: State, bytes: Buffer, upsert: boolean) => {
    const file = new File([new Uint8Array(bytes)], "picture.png", { type: "image/png" });
    const { error } = await bucket(client).upload(path, file, { upsert });
    if (error) throw error;
  };
  return {
    old,
    fresh,
    bucket,
    put,
    newPath: () => `uploads/${crypto.randomUUID()}.png`,
    /** the response that visitors get */
    async seen(path: string) {
      const answer = await t.request(`/storage/v1/object/public/media/${path}`);
      return answer.ok ? hash(await answer.arrayBuffer()) : answer.status;
    },
    /** After the file removal has run, nothing without a row is stored. */
    async end({ path }: State) {
      await sql`update loading_dock.files_to_remove set due_at = now()`;
      await runJob("file removal");
      expect(await sql`select version from loading_dock.files_to_remove`).toEqual([]);
      const rows = await sql`select version from storage.objects where version is not null`;
      expect((await site.stored()).length, "files, and as many rows").toBe(rows.length);
      expect(rows.length, "one version of the file").toBe(
        (await sql`select distinct name from storage.objects where version is not null`).length,
      );
      await bucket(await admin(site)).remove([path]);
      expect(await site.stored()).toEqual([]);
    },
  };
}

export async function uploading(site: FaultySite, name = "an upload") {
  const { fresh, put, newPath, seen, end } = await steps(site);
  return {
    name,
    seams: site.inS3 ? ["database", "outgoing"] : ["database", "files"],
    arrange: async () => ({ client: await admin(site), path: newPath() }),
    work: (state) => put(state, fresh, false),
    async applied({ path }) {
      const found = await seen(path);
      expect([hash(fresh), 404]).toContain(found);
      return found !== 404;
    },
    async again(state, applied) {
      const tried = await put(state, fresh, false).catch((error) => error.message);
      expect(tried).toBe(applied ? "There is already a file with this name." : undefined);
    },
    leftovers: site.leftovers,
    end,
  } satisfies Operation<State>;
}

export async function replacing(site: FaultySite, name = "replacing a file") {
  const { old, fresh, put, newPath, seen, end } = await steps(site);
  return {
    name,
    seams: site.inS3 ? ["database", "outgoing"] : ["database", "files"],
    async arrange() {
      const state = { client: await admin(site), path: newPath() };
      await put(state, old, false);
      return state;
    },
    work: (state) => put(state, fresh, true),
    async applied({ path }) {
      const found = await seen(path);
      expect([hash(old), hash(fresh)]).toContain(found);
      return found === hash(fresh);
    },
    leftovers: site.leftovers,
    end,
  } satisfies Operation<State>;
}
