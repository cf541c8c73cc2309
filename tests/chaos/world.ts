import { fakeSmtp } from "#tests/support/mail/smtp.ts";
import { openReceiver } from "#tests/support/stand-ins/receiver.ts";
import { apiOf } from "./api.ts";
import { newLedger } from "./ledger.ts";
import { seeded } from "./random.ts";
import { newServer, type Server } from "./server.ts";
import type { Parts } from "./writers.ts";

/** Of the mail service that hands over what people write back. */
export const INBOUND_SECRET = "chaos-inbound-secret-of-32-characters";

export type Mode = "well" | "hangs" | "later" | "refuses" | "drops";

/** A mail server that misbehaves on demand. */
async function mailServer() {
  let mode: Mode = "well";
  const wait = () => new Promise<never>(() => {});
  const smtp = await fakeSmtp(
    () => (mode === "hangs" ? wait() : Promise.resolve()),
    () =>
      mode === "later" ? "451 try later" : mode === "refuses" ? "554 5.7.1 not now" : undefined,
  );
  // After DATA and before 250, so the sender doesn't learn that the email was accepted.
  smtp.server.on("connection", (socket) => {
    const ended = (chunk: Buffer) => {
      if (mode === "drops" && String(chunk).endsWith("\r\n.\r\n")) socket.destroy();
    };
    socket.prependListener("data", ended);
  });
  return {
    ...smtp,
    be(next: Mode) {
      mode = next;
    },
  };
}

/** A server with its mail server, a webhook receiver, and a ledger of what the server owes. */
export async function newWorld(
  seed: number,
  { settings = {}, home }: { settings?: Record<string, string>; home?: string } = {},
) {
  const mail = await mailServer();
  const receiver = await openReceiver();
  const ours = {
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    INBOUND_SECRET,
    REPLY_ADDRESS: "reply+*@example.com",
  };
  const server = await newServer({ ...ours, ...settings }, home);
  const random = seeded(seed);
  const ledger = newLedger();
  const api = apiOf(server.url);
  return {
    mail,
    receiver,
    server,
    random,
    ledger,
    api,
    /** Starts the server and creates what the writers need. */
    async begin(): Promise<Parts> {
      await server.start();
      return { api, ledger, random, rows: await prepare(server, api, receiver.url) };
    },
    async end() {
      await server.remove();
      receiver.close();
      mail.server.close();
    },
  };
}

export type World = Awaited<ReturnType<typeof newWorld>>;

async function prepare(
  server: Server,
  api: ReturnType<typeof apiOf>,
  receiver: string,
): Promise<Parts["rows"]> {
  await api.signIn();
  const webhook = { name: "Chaos", events: ["lead.created"], active: true };
  const saved = await api.call("POST", "/rest/v1/rpc/webhook_save", {
    ...webhook,
    url: `${receiver}/hook`,
    format: "standard",
  });
  if (saved?.status !== 200) throw new Error(`no webhook: ${JSON.stringify(saved)}`);
  const sql = await server.sql();
  try {
    const texts = await sql`select id from site_content order by id limit 3`;
    await sql`update site_settings set setting_value = 'team@example.com'
      where setting_key = 'contact_email'`;
    const faqs = await sql`select id from faq_items order by id`;
    const services = await sql`select id from services order by id limit 2`;
    const [one, two] = services.map(({ id }) => id as string);
    if (!one || !two) throw new Error("There are no two services.");
    return {
      texts: texts.map(({ id }) => id as string),
      faqs: faqs.map(({ id }) => id as string),
      pair: [one, two],
    };
  } finally {
    await sql.end();
  }
}
