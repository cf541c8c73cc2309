import { z } from "zod";
import { knownZone } from "#contract/time/company-zone.ts";
import { programSchema } from "#server/backend/self-hosted/upgrade/program.ts";

const media = z.object({
  /** the name of the file's bytes in the media store */
  version: z.string(),
  sha256: z.string(),
  bytes: z.number(),
});
export type Media = z.infer<typeof media>;

const table = z.object({ rows: z.number(), sha256: z.string(), columns: z.array(z.string()) });

/** The archive's description, as its manifest.json. */
export const manifestSchema = z.object({
  format: z.literal(1),
  created: z.string(),
  rows: z.number(),
  files: z.number(),
  /** paths, like uploads/logo.png, of files that the database lists but the disk doesn't have */
  missing: z.array(z.string()).optional(),
  /** by name, like public.services; missing in archives of earlier versions */
  tables: z.record(z.string(), table).optional(),
  /** files stored next to the archive, by content; omitted: they are in it */
  media: z.array(media).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The file next to an archive that shows it is verified. Without it an archive doesn't count. */
export const proofSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  created: z.coerce.date(),
  /** the company's time zone then, which dates the backup; earlier versions didn't store it */
  zone: z.unknown().optional().transform(knownZone),
  proved: z.coerce.date(),
  rows: z.number(),
  files: z.number(),
  missing: z.number(),
  /** of archive and files */
  bytes: z.number(),
  archive: z.string(),
  /** of the archive as stored */
  sha256: z.string(),
  /** the suffix of its objects' names; "" without encryption */
  seal: z.string(),
  media: z.array(media),
  /** that wrote the rows; earlier versions didn't store it */
  program: programSchema.optional(),
  /** the operation it preceded, and the newest migration at that time; omitted: a daily backup */
  before: z.object({ what: z.enum(["upgrade", "rollback"]), schema: z.string() }).optional(),
});
export type Before = NonNullable<z.infer<typeof proofSchema>["before"]>;
export type Proof = z.infer<typeof proofSchema>;

/** The name under which a file's bytes are stored, once for all backups. */
export const blobName = ({ sha256 }: Pick<Media, "sha256">, seal: string) =>
  `files/${sha256.slice(0, 2)}/${sha256}${seal}`;
