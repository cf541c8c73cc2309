import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { type Call, endpoint, Refusal } from "../_shared/endpoint.ts";

/**
 * Backups, for admins. Body {} begins one; body {backup} answers with the address that it can be fetched
 * from once, within a minute, and notes who asked. Answers {success, error, address}.
 */
export default endpoint({
  method: "POST",
  async answer(call) {
    const database = await requireAdmin(call);
    const system = systemOf(call);
    const { backup } = call.body;
    if (typeof backup !== "string") {
      const { email } = await database("admin_own_address", {});
      const begun = await system.beginBackup(email);
      if (!begun) throw new Refusal(409, "A backup is under way already.");
      return { success: true, error: null, address: null };
    }
    if (!/^\d{8}T\d{6}Z$/.test(backup)) throw new Refusal(400, "This is not the name of a backup.");
    if (!(await system.hasBackup(backup)))
      throw new Refusal(404, "There is no such backup any more.");
    const ticket = await system.backupTicket(await database("admin_backup_download", { backup }));
    const address = `/functions/v1/backup-file?${new URLSearchParams({ ticket })}`;
    return { success: true, error: null, address };
  },
  failure: adminFailure,
});

function systemOf({ host }: Call) {
  if (host.system) return host.system;
  throw new Refusal(501, "On Supabase, use the backups of the project.");
}
