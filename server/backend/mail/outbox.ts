import { createHash } from "node:crypto";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, syncFolder } from "#server/backend/files.ts";
import type { Query } from "#server/backend/postgres/pool.ts";
import { outboxIn } from "./mailer.ts";

/** The files of emails in DATA_DIR/outbox, also of those being written. */
async function emailFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(ifMissing([]));
  return names.filter((name) => /\.eml(\.part)?$/.test(name)).map((name) => join(folder, name));
}

const DAY_MS = 24 * 60 * 60_000;

/** Deletes emails that were written to DATA_DIR/outbox more than `days` days ago. */
export async function cleanOutbox(dataDir: string, days: number, now = Date.now()): Promise<void> {
  for (const file of await emailFiles(outboxIn(dataDir))) {
    // Erasing a person may have deleted it in the meantime.
    const found = await stat(file).catch(() => undefined);
    if (found && now - found.mtimeMs > days * DAY_MS) await rm(file, { force: true });
  }
}

interface Erasure {
  id: string;
  leads: string[];
  address_hash: Buffer;
  /** emails in progress at that time are written by now: nothing more comes after this pass */
  last: boolean;
}

/**
 * Deletes the files of emails to or about erased people. public.lead_person_erase orders this in its own
 * transaction. Each order runs when first seen and again a minute later, and is deleted only then, so that a
 * crash loses none.
 */
export function outboxErasing(query: Query, dataDir: string) {
  const folder = outboxIn(dataDir);
  const seen = new Set<string>();
  return async (): Promise<void> => {
    const asked = await query<Erasure>`
      select id, leads, address_hash, erased_at < now() - interval '1 minute' as last
      from loading_dock.outbox_erasures`;
    const due = asked.filter(({ id, last }) => last || !seen.has(id));
    if (due.length === 0) return;
    await eraseFiles(folder, due);
    for (const { id, last } of due) {
      if (last) {
        await query`delete from loading_dock.outbox_erasures where id = ${id}`;
        seen.delete(id);
      } else seen.add(id);
    }
  };
}

async function eraseFiles(folder: string, erasures: readonly Erasure[]) {
  const files = await emailFiles(folder);
  if (files.length === 0) return;
  for (const file of files) {
    const text = decoded(await readFile(file, "latin1"));
    if (erasures.some((erasure) => isAbout(text, erasure))) await rm(file, { force: true });
  }
  // Delete the order only once the files can't come back after a power failure.
  await syncFolder(folder);
}

function isAbout(text: string, { id, leads, address_hash }: Erasure): boolean {
  if (leads.some((lead) => text.includes(lead))) return true;
  for (const address of addressesIn(text))
    if (createHash("sha256").update(`${id}:${address}`).digest().equals(address_hash)) return true;
  return false;
}

/**
 * Everything in a text that may be an address. The part before the @ may start after any symbol that an
 * address can contain. Its length is limited as in the form, since visitors write text of any length.
 */
function addressesIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, local = "", host = ""] of text.matchAll(
    /([^\s<>()",;:\\[\]@]{1,254})@([^\s<>()",;:\\[\]@/?&='#]{1,254})/g,
  ))
    for (const { index } of `=${local}`.matchAll(/[^\p{L}\p{N}._-]/gu))
      for (const end of [host, host.replace(/[^\p{L}\p{N}]+$/u, "")])
        found.add(`${local.slice(index)}@${end}`);
  return found;
}

const utf8 = (latin1: string) => Buffer.from(latin1, "latin1").toString("utf8");

/** An email both as written and as read: headers unfolded, parts decoded, addresses as in the database. */
function decoded(raw: string): string {
  const unfolded = raw.replace(/\r?\n[ \t]/g, " ");
  const quoted = raw
    .replace(/=\r?\n/g, "")
    .replace(/=([\dA-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const parts = [
    ...raw.matchAll(
      /Content-Transfer-Encoding: base64\r?\n(?:[^\r\n]+\r?\n)*\r?\n([\w+/=\r\n]+)/gi,
    ),
  ].map(([, base64 = ""]) => Buffer.from(base64, "base64").toString("utf8"));
  const all = [utf8(unfolded), utf8(quoted), ...parts].join("\n");
  const linked = all.replace(/(?:%[\dA-F]{2})+/gi, (escaped) =>
    utf8(Buffer.from(escaped.replaceAll("%", ""), "hex").toString("latin1")),
  );
  return `${all}\n${linked}`.normalize("NFC").toLowerCase();
}
