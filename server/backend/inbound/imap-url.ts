import { LOOPBACK } from "#server/runtime/env/schema.ts";
import { hostOf } from "#supabase/functions/_shared/outgoing/host-of.ts";

/** What IMAP_URL says: `imaps://user:password@host:993/Folder`, with INBOX as the default folder. */
export function readImapUrl(address: string) {
  const url = new URL(address);
  const secure = url.protocol === "imaps:";
  return {
    folder: decodeURIComponent(url.pathname.slice(1)) || "INBOX",
    host: hostOf(url),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    /** whether a connection without TLS must change to it before the password is sent */
    startTls: !secure && !LOOPBACK.test(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  };
}

export type Mailbox = ReturnType<typeof readImapUrl>;
