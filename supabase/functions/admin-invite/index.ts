import { adminEndpoint } from "../_shared/admin.ts";
import { refused } from "../_shared/endpoint.ts";
import { apiKey, type Host } from "../_shared/host.ts";

interface Invitation {
  email: string;
  full_name: string | null;
  /** an invitation was already open */
  again: boolean;
}

/**
 * Invites a person to the team, or invites them again, for admins. Body {email, fullName, roles}; returns
 * {success, error, again}; again: it replaces an open invitation. The database has the rules and their messages;
 * the account service emails the link. If that fails, the invitation is revoked, unless it was open before.
 */
export default adminEndpoint({
  method: "POST",
  async answer(database, { host, body: { email, fullName, roles } }) {
    const invitation: Invitation = await database("admin_invite", {
      email: typeof email === "string" ? email : "",
      full_name: typeof fullName === "string" ? fullName : null,
      roles: rolesIn(roles),
    });
    const mailed = await mailLink(host, invitation);
    if (mailed?.ok) return { again: invitation.again };
    if (!invitation.again) await database("admin_revoke_invitation", { email: invitation.email });
    if (mailed?.status === 429)
      throw refused(429, "Too many invitations were sent. Please try again later.");
    throw refused(502, "The invitation couldn't be emailed. Please try again.");
  },
});

/** Clients from before there were roles send none, and mean an admin. No role has more than two parts. */
const rolesIn = (roles: unknown) =>
  roles === undefined
    ? ["admin"]
    : Array.isArray(roles)
      ? roles.slice(0, 3).map((role) => (typeof role === "string" ? role : ""))
      : [];

/** Supabase invites people without a confirmed account; others get a link to set a new password. */
async function mailLink(host: Host, { email, full_name }: Invitation) {
  const data = full_name ? { full_name } : {};
  const invited = await ask(host, "invite", "SECRET", { email, data });
  if (invited?.status !== 422) return invited;
  return ask(host, "recover", "PUBLISHABLE", { email });
}

async function ask(host: Host, path: string, kind: "SECRET" | "PUBLISHABLE", body: object) {
  const page = `${host.env("SITE_URL") ?? ""}/admin/confirm`;
  const query = host.env("SITE_URL") ? `?${new URLSearchParams({ redirect_to: page })}` : "";
  const key = apiKey(host, kind);
  const headers = {
    "content-type": "application/json",
    apikey: key,
    authorization: `Bearer ${key}`,
  };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await host
    .fetch(`${host.env("SUPABASE_URL")}/auth/v1/${path}${query}`, request)
    .catch((error) => void console.error(`not invited: ${error}`));
  if (response && !response.ok) console.error(`not invited: ${path} answered ${response.status}`);
  await response?.body?.cancel();
  return response;
}
