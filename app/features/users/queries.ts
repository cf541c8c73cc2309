import { answered } from "#app/lib/data/answers.ts";
import type { AdminUser } from "#app/lib/data/database.types.ts";
import { type AdminAnswer, callAsAdmin } from "#app/lib/data/functions/as-admin.ts";
import { supabase } from "#app/lib/data/supabase.ts";
import type { ListParams, Page } from "#app/lib/data/table-store.ts";
import { RefusedError } from "#app/lib/errors/backend-error.ts";
import { withProof } from "#app/lib/retry/with-proof.ts";
import type { Invitation } from "./invitation.ts";
import type { Role } from "./roles.ts";

/** The prefix of every user query key. */
export const name = "users";

/** Users whose email or name contains the text, newest first. */
export async function list({ q, page, pageSize }: ListParams): Promise<Page<AdminUser>> {
  const query = new URLSearchParams({
    search: q.trim(),
    page_size: String(pageSize),
    page_offset: String((page - 1) * pageSize),
  });
  const { users, total } = await callAsAdmin<AdminAnswer & { users: AdminUser[]; total: number }>(
    `admin-list-users?${query}`,
    { method: "GET" },
  );
  return { rows: users, total };
}

/** Sets a new password and ends that user's sessions. */
export const resetPassword = (userId: string, newPassword: string) =>
  withProof(() =>
    callAsAdmin("admin-reset-password", { method: "POST", body: { userId, newPassword } }),
  );

/**
 * Sets the signed-in person's own password. Other sessions end; this one stays.
 * @param current required some minutes after sign-in
 */
export async function changeOwnPassword(password: string, current?: string): Promise<void> {
  const { error } = await supabase().auth.updateUser({
    password,
    ...(current && { current_password: current }),
  });
  if (error) throw error;
}

/** What a person set up that outlasts their role, or ends with it. */
export const leftOpen = ({ id }: Pick<AdminUser, "id">) =>
  answered(supabase().rpc("admin_left_open", { user_id: id }));

/** Changes the role of someone who has one. Rejects demoting the last owner, with a message. */
export const changeRole = ({ id }: Pick<AdminUser, "id">, role: Role) =>
  withProof(() =>
    answered(supabase().rpc("admin_set_roles", { user_id: id, roles: role.split(",") })),
  );

/**
 * Removes a person from the team. Rejects removing the last owner, with a message.
 * @param keep ids of webhooks, sets and recipients (see leftOpen) that stay active
 */
export const remove = ({ id }: AdminUser, keep: string[] = []) =>
  withProof(() => answered(supabase().rpc("admin_remove", { user_id: id, keep })));

/** Removes a person's authenticator apps and recovery codes, and signs them out. */
export const resetSecondFactor = ({ id }: AdminUser) =>
  withProof(() => answered(supabase().rpc("admin_reset_second_factor", { user_id: id })));

/** Whether the signed-in person has a second factor. */
export const ownSecondFactor = async () =>
  (await answered(supabase().rpc("my_second_factor"))) as { enrolled: boolean };

export const secondFactorRules = () => answered(supabase().rpc("second_factor_rules"));

/** Whose publishing needs someone else's approval. */
export const publishingRules = () => answered(supabase().rpc("publishing_rules"));

export const requireApproval = (roles: string[]) =>
  withProof(() => answered(supabase().rpc("set_publishing_rules", { roles })));

/** @param from the first day, "2026-12-01"; empty for today */
export const requireSecondFactor = (roles: string[], from: string) =>
  withProof(() =>
    answered(supabase().rpc("set_second_factor_rules", { roles, required_from: from || null })),
  );

/** Emails an invitation link, or a new one (`again`). Accepting it gives the recipient the role. */
export const invite = ({ email, full_name, role }: Invitation) =>
  callAsAdmin<AdminAnswer & { again: boolean }>("admin-invite", {
    method: "POST",
    body: { email, roles: role.split(","), ...(full_name && { fullName: full_name }) },
  });

/** Revokes the emailed link. */
export const revokeInvitation = ({ email }: AdminUser) =>
  answered(supabase().rpc("admin_revoke_invitation", { email }));

/**
 * Resends the confirmation email. The backend responds the same when there is nothing to send, so
 * this checks first.
 */
export async function resendConfirmation({ id, email }: AdminUser): Promise<void> {
  const { rows } = await list({ q: email, page: 1, pageSize: 100 });
  const now = rows.find((one) => one.id === id);
  if (!now) throw new RefusedError("This account no longer exists");
  if (now.email_confirmed_at) throw new RefusedError("This address is already confirmed");
  const { error } = await supabase().auth.resend({ type: "signup", email });
  if (error) throw error;
}
