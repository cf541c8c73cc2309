import { mailQueue } from "#server/backend/mail/account-mail-queue.ts";
import type { Mailer } from "#server/backend/mail/mailer.ts";
import { type Pool, type Query, queryOn } from "#server/backend/postgres/pool.ts";
import type { Log } from "#server/runtime/log.ts";
import { type LinkMailKind, renderAccountMail } from "#supabase/functions/_shared/account-mail.ts";
import { invitationOf } from "./invite.ts";
import { type LinkType, linkAddress, makeLink } from "./links.ts";
import { findUser } from "./users.ts";

interface Parts {
  /** reaches the tables of `auth`, and loading_dock.auth_mail */
  pool: Pool;
  /** what pages may read of the settings */
  queryAsVisitor: Query;
  mailer: Mailer;
  siteUrl: () => string;
  log: Log;
}

/** Mails about an account, in the company's name and colour; none is lost (mail-queue.ts). */
export function accountMails({ pool, queryAsVisitor, mailer, siteUrl, log }: Parts) {
  const query = queryOn(pool);
  /** Where the mail's button leads; nothing when it has become pointless since it was asked for. */
  async function linkOf(kind: string, address: string): Promise<string | undefined> {
    if (kind === "account_exists") return new URL("/admin/login", siteUrl()).href;
    const user = await findUser(query, { email: address });
    if (!user || (kind === "signup" && user.email_confirmed_at)) return undefined;
    if (kind === "invite" && !(await invitationOf(pool, address))) return undefined;
    const type = kind as LinkType;
    return linkAddress(siteUrl(), await makeLink(query, user.id, type), type);
  }

  const queue = mailQueue({
    query,
    log,
    async send({ id, kind, address }) {
      const link = await linkOf(kind, address);
      if (!link) return;
      const brand = await readBrand(queryAsVisitor);
      const mail = renderAccountMail(kind as LinkMailKind, link, brand);
      await mailer.send({ id, ...mail, to: address, link });
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
    colour: String(value("brand_color_primary") ?? ""),
  };
}
