import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import type { AuditEntry } from "#app/lib/data/database.types.ts";
import { formatCount, formatTime, labelFromKey } from "#app/lib/text/formats.ts";

/** The groups of the kind filter, as private.audit_kinds has them. */
export const GROUPS = {
  sign_ins: "Sign-ins",
  passwords: "Passwords and two-step verification",
  roles: "Roles and invitations",
  data: "Exports, erasures and backups",
  settings: "Settings, webhooks and keys",
};

const NOBODY: Record<string, string> = {
  server: "The server",
  "command line": "The command line",
  database: "Someone with database access",
  visitor: "Someone who isn't signed in",
};

/** Who did it: an email, since people choose their own names. */
export const personName = (actor: string): string => NOBODY[actor] ?? actor;

/** "20261122T110000Z", a backup's name, as a time. */
const backupTime = (name: string) =>
  formatTime(name.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const inBrackets = (detail: string | null) => (detail === null ? "" : ` (${detail})`);
const after = (detail: string | null) => (detail === null ? "" : ` ${detail}`);
/** "10000 rows" as "10,000 rows" */
const counted = (detail: string | null) =>
  (detail ?? "").replace(/^\d+/, (digits) => formatCount(Number(digits)));

type Facts = Pick<AuditEntry, "actor" | "about" | "detail"> & { labels: FormLabels };

/** Each kind as a sentence about someone: "Signed in". */
const SENTENCES: Record<string, (facts: Facts) => string> = {
  sign_in: ({ detail }) => `Signed in${inBrackets(detail)}`,
  sign_in_failed: ({ about, detail }) => `Failed to sign in as ${about}${inBrackets(detail)}`,
  password_changed: () => "Changed their password",
  password_reset: ({ about }) => `Reset the password of ${about}`,
  second_factor_added: ({ detail }) => `Added an authenticator app${inBrackets(detail)}`,
  second_factor_removed: ({ detail }) => `Removed an authenticator app${inBrackets(detail)}`,
  second_factor_reset: ({ about }) => `Reset two-step verification for ${about}`,
  second_factor_rules_changed: ({ detail }) =>
    `Changed who needs two-step verification${inBrackets(detail)}`,
  publishing_rules_changed: ({ detail }) =>
    `Changed who needs approval to publish${inBrackets(detail)}`,
  recovery_codes_made: () => "Created new recovery codes",
  recovery_code_used: () => "Used a recovery code",
  // People who accept an invitation give the role to themselves.
  role_given: ({ actor, about, detail }) =>
    actor === about ? `Joined the team as ${detail}` : `Gave ${about} the role ${detail}`,
  role_changed: ({ about, detail }) => `Changed ${about}${after(detail)}`,
  role_removed: ({ about, detail }) => `Removed ${about} from the team${inBrackets(detail)}`,
  invitation_sent: ({ about, detail }) => `Invited ${about} as ${detail}`,
  invitation_revoked: ({ about }) => `Revoked the invitation to ${about}`,
  leads_exported: ({ detail }) => `Exported ${counted(detail)}`,
  person_exported: ({ detail }) => `Exported a person's data${inBrackets(detail)}`,
  person_erased: ({ detail }) => `Erased a person's data${inBrackets(detail)}`,
  audit_log_exported: ({ detail }) => `Downloaded the audit log${inBrackets(counted(detail))}`,
  backup_downloaded: ({ about }) => `Downloaded the backup from ${backupTime(about ?? "")}`,
  backup_restored: ({ about }) => `Restored the backup from ${backupTime(about ?? "")}`,
  keys_made: () => "Created new keys",
  security_setting_changed: ({ about, detail, labels }) =>
    `Changed the setting “${labels[about ?? ""] ?? labelFromKey(about ?? "")}”${after(detail)}`,
  webhook_saved: ({ about, detail }) =>
    ({
      new: `Added the webhook “${about}”`,
      "new secret": `Created a new secret for the webhook “${about}”`,
    })[detail ?? ""] ?? `Changed the webhook “${about}”`,
  webhook_deleted: ({ about }) => `Deleted the webhook “${about}”`,
};

/** What was done. @param labels of the settings' form */
export const sentence = (
  { kind, actor, about, detail }: Pick<AuditEntry, "kind" | "actor" | "about" | "detail">,
  labels: FormLabels,
): string => SENTENCES[kind]?.({ actor, about, detail, labels }) ?? labelFromKey(kind);
