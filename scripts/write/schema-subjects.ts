/**
 * Maps an object's name to its subject in the schema. supabase/schema has one file per subject, and the
 * baseline in supabase/migrations has the same order. Triggers, indexes, policies and privileges belong to
 * their table or function. The first matching row wins.
 */
const SUBJECTS: readonly (readonly [subject: string, names: RegExp])[] = [
  [
    "foundations",
    /^(folded|has_credentials|is_(email|link|person_name)|notify_content_changed|refuse_truncate|set_updated_at|visible_text)$/,
  ],
  [
    "reviews",
    /^(add_set_comment|comment_text|editing_roles|edits_content|is_approved|my_reviews|needs_approval|note_review|preview_comment|publishing_rules|require_approval|set_(answer_review|ask_review|comment|publishing_rules|review|talk))/,
  ],
  ["second_factor", /second_factor|^(has_full_session|proved_at|session_id)$/],
  [
    "accounts",
    /^(admins|admin_(invit|left_open|list_users|own_address|remove|reset_password|revoke|set_)|(accept|open)_admin|account_notice|colleague_notices|counted|first_hour|give_roles|has_open_session|history_actor|hold_own_rights|is_admin|keep_the_last_admin|last_editor|make_first_admin_owner|may_(administer|edit_content|give|handle_leads|know_of)|my_(roles|session)|name_of|note_(admin_rights|editor|invitation|new_password)|person_in_words|presence|queue_admin_removal|remove_admin|require_|revoke_|roles_|say_present|staff$|tell_colleagues)/,
  ],
  [
    "content",
    /^(company(_day|_zone)?$|default_zone|is_date_list|is_opening_hours|is_setting_of_admins|is_time_zone|is_weekdays|office_hours|page_rows|read_hours|site_|zone_name$)/,
  ],
  [
    "lists",
    /^(announcements|faq_items|figure_|keep_price_reference|pricing_items|refuse_while_texts_refer|reorder_items|services|team_members|testimonials|texts_of_site)|_change_at$/,
  ],
  [
    "redirects",
    /^(broken_address|check_redirect|is_(own_path|redirect_target|site_path)|redirect)/,
  ],
  ["visits", /^(begin_visit_day|visit_|visits)/],
  ["media", /^(file_is_back|files_to_approve|keep_deleted_file|media_)/],
  ["outside_links", /outside_link|^(visible_values|web_addresses_in)$/],
  ["webhooks", /webhook|^(lead_may_be_told|told_of_lead)$/],
  [
    "inbound_mails",
    /inbound|^(add_report_event|answer_came|lead_of_(addresses|thread)|mail_arrived|own_id|reply_token|report_came|search_text_of_(mail|reply|answer)|thread_of)/,
  ],
  ["bookings", /^(booking|calendar_host|client_address|take_share|tell_of_booking|visitor_shares)/],
  [
    "notices",
    /^(bound_lead_recipients|company_mails|count_company_mails|hold_mail|lead_notice_at|lead_recipients|mail_(claim|done|due|failed|of|waiting)|mails_an_hour|resch|resend_|turn_in_queue|waiting_notices)/,
  ],
  [
    "reminders",
    /^(count_of|digest|eight_o_clock|forget_in_mails|keep_lead_reminder|lead_line|lead_reminders|mail_leads|move_reminders|my_(digest|weekly)|number_in_words|overdue_before|remind|send_(digests|weekly)|set_my_(digest|weekly)|source_in_words|week_pair|weekly_)/,
  ],
  [
    "privacy",
    /^(lead_erasures|lead_person|leads_clean|note_erasure|rows_of_person|shared_mails_of|tables_of_person|time_is_over)/,
  ],
  [
    "mails",
    /^(address_digest|confirmations|is_mail_body|is_pair|mailbox_|mails|queue_confirmation|queued_mail|refused_addresses|reply_|saved_replies|tell_of_mail)/,
  ],
  [
    "leads",
    /^(add_lead_event|are_lead_views|clean_|contact_submissions|email_key|guard_(hand|lead|new)|is_estimate|keep_(attribution|lead_keys|lead_sums|outcome|search_text|visible_text)|lead_|phone_keys|platforms_key|request_is_stored|search_(for|text_of)|sign_note|source_of|submission_notes|tell_of_(lead|note)|trash_is_quiet|volume_of)/,
  ],
  [
    "history",
    /^(add_history|guard_history|history|keep_history|record_history|recorded_columns|short_values|staff_names|take_history_step|was_admin_user)/,
  ],
  [
    "change_sets",
    /^(change_set|close_|columns_of|drop_remain|due_sets|end_set|hold_set|keep_item|live_row|lock_|may_be_prepared|preview_link|remain_step|row_in_set|set_|visitors_see)/,
  ],
  ["backups", /^(admin_backup|backup|fetched_backup)/],
  [
    "audit_log",
    /^(add_audit|address_of$|audit|browser_in_words|caller_address|count_for_audit|guard_audit|is_audited|is_power_of_ten|setting_for_audit)/,
  ],
  ["system", /^(admin_(dashboard|find|system)|email_(is_saved|setup)|what_waits)$/],
];

/**
 * @param inOrder whether it is a table with a display order: a new list needs no row above
 * @throws for any other name that matches no row: add one above
 */
export function subjectOf(name: string, inOrder = false): string {
  const [subject] = SUBJECTS.find(([, names]) => names.test(name)) ?? [inOrder && "lists"];
  if (!subject)
    throw new Error(`${name} has no subject. Give it one in scripts/write/schema-subjects.ts.`);
  return subject;
}
