import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { toNode, toWeb } from "#server/backend/streams.ts";
import { SettingError } from "#server/runtime/env.ts";

/** Encrypts and decrypts backups. */
export interface Seal {
  /** suffix of objects' names; tells keys apart without revealing them */
  suffix: string;
  close(plain: Readable): Promise<Readable>;
  /** @throws SettingError when it was encrypted with another key */
  open(closed: Readable): Promise<Readable>;
}

const PLAIN: Seal = {
  suffix: "",
  close: async (plain) => plain,
  open: async (closed) => closed,
};

/**
 * The seal of BACKUP_KEY: the file format of age (https://age-encryption.org/v1), which `age -d -i` opens
 * without this program.
 * @param identity AGE-SECRET-KEY-1…; omitted: nothing is encrypted
 * @throws SettingError for an invalid key
 */
export async function sealWith(identity: string | undefined): Promise<Seal> {
  if (!identity) return PLAIN;
  // Sites without a key start faster.
  const { Decrypter, Encrypter, identityToRecipient } = await import("age-encryption");
  const recipient = await identityToRecipient(identity).catch(() => {
    throw new SettingError(
      "BACKUP_KEY is not an age key. Make one with npm run backup -- --new-key, or age-keygen.",
    );
  });
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const mark = createHash("sha256").update(recipient).digest("hex").slice(0, 8);
  return {
    suffix: `.${mark}.age`,
    close: async (plain) => toNode(await encrypter.encrypt(toWeb(plain))),
    async open(closed) {
      const opened = await decrypter.decrypt(toWeb(closed)).catch((cause) => {
        if (!/no identity matched/.test(String(cause))) throw cause;
        throw new SettingError(
          "BACKUP_KEY can't open this backup: it was encrypted with another key. Set BACKUP_KEY to that key.",
        );
      });
      return toNode(opened);
    },
  };
}
