import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";

/**
 * Backups, for admins. Body {} starts one. Body {backup} returns an address that downloads that backup
 * once, within a minute, and records who asked. Returns {success, error, address}.
 */
export default adminEndpoint({
  method: "POST",
  async answer(database, { host, body: { backup } }) {
    const { system } = host;
    if (!system) throw refused(501, "On Supabase, use the project's backups.");
    if (typeof backup !== "string") {
      const { email } = await database("admin_own_address", {});
      const begun = await system.beginBackup(email);
      if (!begun) throw refused(409, "A backup is already in progress.");
      return { address: null };
    }
    if (!/^\d{8}T\d{6}Z$/.test(backup)) throw refused(400, "This isn't a valid backup name.");
    if (!(await system.hasBackup(backup))) throw refused(404, "This backup no longer exists.");
    const ticket = await system.backupTicket(await database("admin_backup_download", { backup }));
    return { address: `/functions/v1/backup-file?${new URLSearchParams({ ticket })}` };
  },
});
