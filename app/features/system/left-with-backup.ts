import type { Backups } from "#app/lib/data/database.types.ts";
import type { Trouble } from "./troubles.ts";

/** Former admins who have downloaded a backup. */
export const leftWithBackup = ({ keys }: Backups): Trouble[] =>
  keys.former_admins.map((name) => ({
    what: `${name} downloaded a backup and is no longer an admin.`,
    fix: "Select Make new keys: everyone signs in again, and links stop working. The downloaded file can't be revoked.",
  }));
