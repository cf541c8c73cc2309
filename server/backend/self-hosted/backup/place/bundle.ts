import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { createTarDecoder, createTarPacker } from "modern-tar";
import {
  blobName,
  type Manifest,
  type Proof,
} from "#server/backend/self-hosted/backup/archive/manifest.ts";
import { toNode, toWeb } from "#server/backend/streams.ts";
import type { Seal } from "./seal.ts";
import type { BackupStore } from "./store.ts";

/**
 * A verified backup as one archive, like `npm run backup -- file` writes: its rows, and the files stored
 * next to it. It is streamed: nothing is held in memory or on disk, and the reader sets the pace.
 */
export async function bundle(store: BackupStore, seal: Seal, proof: Proof): Promise<Readable> {
  const archive = await seal.open(await store.read(proof.archive));
  const { readable, controller } = createTarPacker();

  async function add(name: string, size: number, body: ReadableStream<Uint8Array>) {
    await body.pipeTo(controller.add({ name, size, type: "file" }));
  }
  async function work() {
    const gunzip = createGunzip();
    archive.on("error", (error) => gunzip.destroy(error)).pipe(gunzip);
    const decoded = toWeb(gunzip).pipeThrough(createTarDecoder());
    const entries = toNode(decoded, { objectMode: true });
    for await (const { header, body } of entries) {
      if (header.name === "manifest.json") {
        const { media: _, ...manifest }: Manifest = JSON.parse(await text(toNode(body)));
        const rewritten = new TextEncoder().encode(JSON.stringify(manifest));
        await add(header.name, rewritten.length, toWeb(Readable.from([rewritten])));
      } else if (header.type === "file") await add(header.name, header.size, body);
      else {
        await controller.add(header).close();
        await body.cancel();
      }
    }
    for (const file of proof.media) {
      const opened = await seal.open(await store.read(blobName(file, seal.suffix)));
      await add(`media/${file.version.slice(0, 2)}/${file.version}`, file.bytes, toWeb(opened));
    }
    controller.finalize();
  }
  work().catch((error) => controller.error(error));
  const tar = toNode(readable);
  const gzip = createGzip({ level: 6 });
  tar.on("error", (error) => gzip.destroy(error)).pipe(gzip);
  gzip.on("close", () => tar.destroy());
  return seal.close(gzip);
}
