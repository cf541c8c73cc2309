import { tableNames } from "#tests/tables/index.ts";
import { functions, HELPERS } from "./functions.ts";
import { rights } from "./tables.ts";

const CRUD = ["SELECT", "INSERT", "UPDATE", "DELETE"];
const API_ROLES = ["anon", "authenticated", "service_role"];

/** `table public.x: anon SELECT`, one line per privilege. */
const lines = (what: string, roles: readonly string[], privileges: readonly string[]) =>
  roles.flatMap((role) => privileges.map((privilege) => `${what}: ${role} ${privilege}`));

/** Readable columns of a preview link: never the secret that opens it. */
const PREVIEW_COLUMNS = [
  ...["created_at", "expires_at", "id", "made_by", "may_comment", "revoked_at", "set_id"],
];

/** A role's table privileges are exactly those that its members need. */
const ofTables = rights.flatMap(({ table, select, insert, update, delete: remove }) => {
  const what = `table public.${table}`;
  const cells = { SELECT: select, INSERT: insert, UPDATE: update, DELETE: remove };
  const used = (who: readonly number[]) =>
    Object.entries(cells).flatMap(([privilege, gets]) =>
      who.some((index) => !["none", "no"].includes(gets[index] ?? "no")) ? [privilege] : [],
    );
  if (table === "preview_links")
    return PREVIEW_COLUMNS.flatMap((name) =>
      lines(`column public.${table}.${name}`, ["authenticated"], ["SELECT"]),
    );
  return [
    ...lines(what, ["anon"], used([0])),
    ...lines(what, ["authenticated"], used([1, 2, 3, 4])),
  ];
});

/** Functions that the server calls with the secret key, besides those that nobody else may call. */
const SERVICE = [
  ...[
    "announcements_change_at",
    "audit_clean",
    "figure_usage",
    "history_clean",
    "is_admin_user",
    "leads_clean",
  ],
  ...["page_rows", "set_publish_due"],
];
const SERVICE_HELPERS = [
  ...["company_zone", "due_sets", "figure_pattern", "hold_set", "texts_of_site"],
  ...["is_redirect_target", "is_site_path", "redirect_path"],
  ...HELPERS["anon authenticated"],
];
const ofFunctions = [
  ...functions.flatMap(([name, , gets]) => {
    const roles = [
      ...(gets[0] === "yes" ? ["anon"] : []),
      ...(gets.includes("yes") ? ["authenticated"] : []),
      ...(gets.includes("yes") && !SERVICE.includes(name) ? [] : ["service_role"]),
    ];
    return lines(`function public.${name}`, roles, ["EXECUTE"]);
  }),
  ...Object.entries(HELPERS).flatMap(([roles, names]) =>
    names.flatMap((name) => lines(`function private.${name}`, roles.split(" "), ["EXECUTE"])),
  ),
  ...SERVICE_HELPERS.flatMap((name) =>
    lines(`function private.${name}`, ["service_role"], ["EXECUTE"]),
  ),
];

/** As on hosted Supabase: helpers for token claims and file names. They read no data. */
const OPEN = ["auth.email", "auth.jwt", "auth.role", "auth.uid"].concat(
  ["extension", "filename", "foldername"].map((name) => `storage.${name}`),
);

const AUTH_TABLES = [
  ...["audit_log_entries", "flow_state", "identities", "mfa_amr_claims", "mfa_factors"],
  ...["mfa_recovery_codes", "one_time_tokens", "refresh_tokens"],
  ...["sessions", "users"],
];

/**
 * Every privilege of visitors, accounts, the secret key and the server's two logins, except extensions'
 * functions and types. Anything not listed is refused: tests/db/privileges.test.ts reads the whole catalog.
 */
export const PRIVILEGES = [
  ...ofTables,
  ...ofFunctions,
  ...tableNames.flatMap((table) => lines(`table public.${table}`, ["service_role"], CRUD)),
  // Row-level security decides; hosted Supabase's storage runs as these roles.
  ...["buckets", "objects"].flatMap((table) => lines(`table storage.${table}`, API_ROLES, CRUD)),
  ...OPEN.flatMap((name) => lines(`function ${name}`, ["PUBLIC"], ["EXECUTE"])),
  ...["auth", "extensions", "private", "public", "storage"].flatMap((schema) =>
    lines(`schema ${schema}`, API_ROLES, ["USAGE"]),
  ),
  ...lines("schema public", ["PUBLIC"], ["USAGE"]),
  // Roles that may not log in are refused before this applies.
  ...lines("database this", ["PUBLIC"], ["CONNECT"]),
  ...["auth", "storage", "loading_dock", "private"].flatMap((schema) =>
    lines(`schema ${schema}`, ["site_server"], ["USAGE"]),
  ),
  // Emails that anyone may request are rate-limited by mailbox. The account service emails the team about new
  // sign-ins, and adds failed ones to the audit log.
  ...["mailbox_of", "roles_of", "company_zone", "browser_in_words", "audit_failed_sign_in"].flatMap(
    (name) => lines(`function private.${name}`, ["site_server"], ["EXECUTE"]),
  ),
  ...AUTH_TABLES.flatMap((table) => lines(`table auth.${table}`, ["site_server"], CRUD)),
  ...["auth_mail", "files_to_remove", "outbox_erasures"].flatMap((table) =>
    lines(`table loading_dock.${table}`, ["site_server"], CRUD),
  ),
  ...lines("table storage.objects", ["site_server"], ["SELECT"]),
];
