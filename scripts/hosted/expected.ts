import { resources } from "../../app/features/resources-on-disk.ts";

/**
 * Known findings of the CLI's linter and advisors, each with the reason it is accepted. An unlisted finding
 * fails `npm run test:hosted`, and so does a listed one that no longer occurs.
 */

/** By function: `schema.name: start of the message`, without the prefix that some versions add. */
export const LINT: Record<string, string> = {
  "private.history_step_of: target type is different":
    "PL/pgSQL casts by way of text, which is what is meant",
  "private.read_hours: target type is different": "the same",
  "private.rows_of_person: target type is different": "the same",
  "public.page_rows: target type is different": "the same",
  "public.admin_find: target type is different": "the same",
  "public.lead_person_export: target type is different": "the same",
  "private.set_for_visitors: target type is different": "the same",
  "private.weekly_figures: target type is different": "the same",
  "public.lead_person_erase: target type is different": "the same",
  "public.preview_comment_add: target type is different": "the same",
  "public.redirects_import: target type is different": "the same",
  "private.set_end_steps: composite OUT variable":
    "the row is filled by a loop over rows of the same kind",
  'private.end_set: record "item" has no field "step"':
    "one record serves two loops, and the linter keeps the first one's shape",
  "public.media_usage: OUT variable": "the rows come from queries built by name",
  "private.visible_values: OUT variable": "the same",
  "private.history_breaks: OUT variable": "the same",
  'private.audit_lead_export: never read variable "unused"': "it is called for what it records",
  'private.visit_figures: name of parameter "from"': "the days from and to, as the API calls them",
  'public.visit_insights: name of parameter "from"': "the same",
  'public.lead_person_erase: relation "loading_dock.outbox_erasures" does not exist':
    "our own server has it, and the function asks first",
};

/** By advisor, then by the objects it names. */
export const ADVISORS: Record<string, { why: string; of: readonly string[] }> = {
  unused_index: { why: "a database that is new has used none", of: ["*"] },
  rls_enabled_no_policy: {
    why: "nobody but functions of the database may see these: no policy is the policy",
    of: ["private.*", "public.admins", "public.admin_invitations", "public.staff"],
  },
  multiple_permissive_policies: {
    why: "what visitors see and what staff may are two sentences, and each is cheap",
    of: [
      ...resources
        .filter(({ table }) => table !== "saved_replies")
        .map(({ table }) => `public.${table}`),
      ...["public.contact_submissions", "public.site_content", "public.site_settings"],
      "public.media_library",
    ],
  },
  unindexed_foreign_keys: {
    why: "asked only when an account is deleted, of tables of hundreds of rows",
    of: [
      ...["public.admin_invitations", "public.backup_downloads", "public.change_sets"],
      "public.submission_notes",
    ],
  },
  no_primary_key: {
    why: "a list of moments, two of which may be the same",
    of: ["private.confirmations"],
  },
};
