import { z } from "zod";
import { knownZone } from "#contract/company-zone.ts";
import { programSchema } from "#server/backend/self-hosted/upgrade/program.ts";

const media = z.object({
  /** the name of its bytes in the media store */
  version: z.string(),
  sha256: z.string(),
  bytes: z.number(),
});
export type Media = z.infer<typeof media>;

const table = z.object({ rows: z.number(), sha256: z.string(), columns: z.array(z.string()) });

/** What an archive says about itself, as manifest.json in it. */
export const manifestSchema = z.object({
  format: z.literal(1),
  created: z.string(),
  rows: z.number(),
  files: z.number(),
  /** paths, as in uploads/logo.png, of files that the database knows and the disk does not have */
  missing: z.array(z.string()).optional(),
  /** by name, as in public.services; archives of earlier versions do not say */
  tables: z.record(z.string(), table).optional(),
  /** files that lie beside the archive, by content; left out: they are in it */
  media: z.array(media).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** What stands beside an archive once it is proved. Without it an archive does not count. */
export const proofSchema = z.object({
  format: z.literal(1),
  name: z.string(),
  created: z.coerce.date(),
  /** the company's then, by which it has its date; earlier ones did not say */
  zone: z.unknown().optional().transform(knownZone),
  proved: z.coerce.date(),
  rows: z.number(),
  files: z.number(),
  missing: z.number(),
  /** of archive and files */
  bytes: z.number(),
  archive: z.string(),
  /** of the archive as it is kept */
  sha256: z.string(),
  /** what names of its objects end with; "" when nothing is encrypted */
  seal: z.string(),
  media: z.array(media),
  /** that wrote the rows; earlier ones did not say */
  program: programSchema.optional(),
  /** what it was made before, with the newest migration that had run; left out: made by the day */
  before: z.object({ what: z.enum(["upgrade", "rollback"]), schema: z.string() }).optional(),
});
export type Before = NonNullable<z.infer<typeof proofSchema>["before"]>;
export type Proof = z.infer<typeof proofSchema>;

/** The name under which a file's bytes are kept, once for all backups. */
export const blobName = ({ sha256 }: Pick<Media, "sha256">, seal: string) =>
  `files/${sha256.slice(0, 2)}/${sha256}${seal}`;
