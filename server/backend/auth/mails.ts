import { linkMailQueue } from "#server/backend/mail/link-mail-queue.ts";
import type { Mailer } from "#server/backend/mail/mailer.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import { type LinkMailKind, renderAccountMail } from "#supabase/functions/_shared/account-mail.ts";
import { ROLES, roleOf } from "#supabase/functions/_shared/roles.ts";
import { invitationOf } from "./invite.ts";
import { type LinkType, linkAddress, makeLink } from "./links.ts";
import { findUser } from "./users.ts";

interface Parts {
  /** with access to the tables of `auth` and to loading_dock.auth_mail */
  pool: Pool;
  /** reads only the settings that pages may read */
  queryAsVisitor: Query;
  mailer: Mailer;
  siteUrl: () => string;
  log: Log;
}

/** Account emails in the company's name and color, from a durable queue (link-mail-queue.ts). */
export function accountMails({ pool, queryAsVisitor, mailer, siteUrl, log }: Parts) {
  const query = queryOn(pool);
  /** The link of the email's button, the name to greet and the role; undefined when the email is no longer needed. */
  async function contentOf(kind: string, address: string) {
    if (kind === "account_exists") return { link: new URL("/admin/login", siteUrl()).href };
    const user = await findUser(query, { email: address });
    if (!user || (kind === "signup" && user.email_confirmed_at)) return undefined;
    const invitation = kind === "invite" ? await invitationOf(pool, address) : undefined;
    if (kind === "invite" && !invitation) return undefined;
    const type = kind as LinkType;
    const link = linkAddress(siteUrl(), await makeLink(query, user.id, type), type);
    const role = roleOf(invitation?.roles ?? null);
    return { link, name: invitation?.full_name, role: role && ROLES[role].name };
  }

  const queue = linkMailQueue({
    query,
    log,
    async send({ id, kind, address }) {
      const content = await contentOf(kind, address);
      if (!content) return;
      const { link, name, role } = content;
      const brand = await readBrand(queryAsVisitor);
      const mail = renderAccountMail(kind as LinkMailKind, link, brand, role, name);
      await mailer.send({ id, ...mail, to: address });
    },
  });
  return {
    post: (kind: LinkMailKind, address: string) => queue.post({ kind, address }),
    retryDue: queue.retryDue,
  };
}

export type AccountMails = ReturnType<typeof accountMails>;

async function readBrand(query: Query) {
  const rows = await query`
    select setting_key, setting_value from public.site_settings
    where setting_key in ('company_name', 'brand_color_primary')`;
  const value = (key: string) => rows.find((row) => row.setting_key === key)?.setting_value;
  return {
    company: String(value("company_name") || "Loading Dock"),
    color: String(value("brand_color_primary") ?? ""),
  };
}
