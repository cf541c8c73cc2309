import { type Answer, type Api, well } from "./api.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";
import { INBOUND_SECRET } from "./world.ts";

export interface Parts {
  api: Api;
  ledger: Ledger;
  random: Random;
  /** ids of rows that any writer may use */
  rows: { texts: string[]; faqs: string[]; pair: [string, string] };
}

/** One write, which records in the ledger what the server owes once it is acknowledged. */
type Writer = (parts: Parts) => Promise<void>;

const WHOLE = { prefer: "return=representation" };

async function asked(
  { api, ledger }: Parts,
  kind: string,
  call: Promise<Answer | undefined>,
): Promise<Answer | undefined> {
  const answer = await call;
  // A session can expire while the server is down.
  if (answer?.status === 401) await api.signIn().catch(() => undefined);
  ledger.count(kind, answer?.status, answer?.json);
  return well(answer) ? answer : undefined;
}

const lead: Writer = async (parts) => {
  const { api, ledger, random } = parts;
  const id = random.uuid();
  const email = `lead-${id}@example.com`;
  const message = `What of ${random.uuid()}?`;
  const row = { name: `Lead ${id.slice(0, 8)}`, email, message, request_id: id };
  const insert = { ...row, monthly_volume: "0-50", platforms: ["Etsy"] };
  const stored = api.call("POST", "/rest/v1/contact_submissions", insert, { as: "visitor" });
  if (!(await asked(parts, "lead", stored))) return;
  ledger.leads.set(id, { email, message });
  const form = { formData: { request_id: id } };
  await api.call("POST", "/functions/v1/send-contact-email", form, { as: "visitor" });
};

const booking: Writer = async (parts) => {
  const event_uri = `https://api.calendly.com/scheduled_events/${parts.random.uuid()}`;
  const request = parts.random.pick([...parts.ledger.leads.keys()]);
  const body = { event_uri, ...(request && { request }) };
  const response = parts.api.call("POST", "/rest/v1/rpc/booking_add", body, { as: "visitor" });
  if (await asked(parts, "booking", response)) parts.ledger.bookings.add(event_uri);
};

const text: Writer = async (parts) => {
  const id = parts.random.pick(parts.rows.texts);
  const content_value = `Text ${parts.random.uuid()}`;
  const acknowledge = parts.ledger.write(`text ${id}`, content_value);
  const path = `/rest/v1/site_content?id=eq.${id}`;
  const answer = await asked(
    parts,
    "text",
    parts.api.call("PATCH", path, { content_value }, { headers: WHOLE }),
  );
  if (answer?.json.length === 1) acknowledge();
};

const order: Writer = async (parts) => {
  const ids = parts.random.shuffled(parts.rows.faqs);
  const acknowledge = parts.ledger.write("order", ids.join());
  const body = { list: "faq_items", ids };
  if (await asked(parts, "order", parts.api.call("POST", "/rest/v1/rpc/reorder_items", body)))
    acknowledge();
};

const upload: Writer = async (parts) => {
  const { api, ledger, random } = parts;
  const name = `${random.uuid()}.pdf`;
  const path = `uploads/${name}`;
  const content = Buffer.concat([
    Buffer.from("%PDF-1.7\n"),
    random.bytes(1 + random.below(60_000)),
  ]);
  const stored = api.call("POST", `/storage/v1/object/media/${path}`, content);
  if (!(await asked(parts, "upload", stored))) return;
  ledger.files.set(path, content);
  const row = { filename: name, original_filename: name, file_path: path };
  const facts = { file_size: content.length, mime_type: "application/pdf" };
  await asked(
    parts,
    "file's row",
    api.call("POST", "/rest/v1/media_library", { ...row, ...facts }),
  );
};

const deletion: Writer = async (parts) => {
  const path = parts.random.pick([...parts.ledger.files.keys()]);
  if (!path) return;
  // Until the response arrives, the file may or may not be gone.
  parts.ledger.files.delete(path);
  const body = { prefixes: [path] };
  const answer = await asked(
    parts,
    "deletion",
    parts.api.call("DELETE", "/storage/v1/object/media", body),
  );
  if (!answer) return;
  parts.ledger.deleted.add(path);
  await parts.api.call("DELETE", `/rest/v1/media_library?file_path=eq.${path}`);
};

/** The id of a lead that was acknowledged. */
async function anyLead({ api, ledger, random }: Parts): Promise<string | undefined> {
  const request_id = random.pick([...ledger.leads.keys()]);
  if (!request_id) return undefined;
  const query = `/rest/v1/contact_submissions?request_id=eq.${request_id}&select=id`;
  const found = await api.call("GET", query);
  return well(found) ? found.json[0]?.id : undefined;
}

/** What a lead writes back, handed over twice by a mail service that got no response, or didn't believe it. */
const answer: Writer = async (parts) => {
  const { api, ledger, random } = parts;
  const lead = await anyLead(parts);
  if (!lead) return;
  const id = `${random.uuid()}@customer.example`;
  const email = [
    "From: Ana <ana@customer.example>",
    "To: reply@example.com",
    `Message-ID: <${id}>`,
    `In-Reply-To: <submission-${lead}@example.com>`,
    "Subject: Re: Your message",
    "",
    `Yes, ${random.uuid()}.`,
    "",
  ].join("\r\n");
  const headers = { authorization: `Bearer ${INBOUND_SECRET}`, "content-type": "message/rfc822" };
  for (let time = 0; time < 2; time += 1) {
    const posted = api.call("POST", "/inbound/mail", Buffer.from(email), { headers });
    if (await asked(parts, "answer", posted)) ledger.answers.add(id);
  }
};

const reply: Writer = async (parts) => {
  const id = await anyLead(parts);
  if (!id) return;
  const subject = `Answer ${parts.random.uuid()}`;
  const request = parts.random.uuid();
  const body = { lead: id, request, subject, message: "Yes, we do." };
  if (await asked(parts, "reply", parts.api.call("POST", "/rest/v1/rpc/reply_send", body)))
    parts.ledger.replies.add(subject);
};

/** Sets the descriptions of two services to the same text: nobody may ever see one without the other. */
const set: Writer = async (parts) => {
  const { api, random, ledger, rows } = parts;
  const words = `Set ${random.uuid()}`;
  const rpc = (name: string, body: object) =>
    asked(parts, name, api.call("POST", `/rest/v1/rpc/${name}`, body));
  const made = await rpc("set_create", { name: words });
  if (!made) return;
  const of_set = made.json.id;
  for (const id of rows.pair) {
    const live = await api.call("GET", `/rest/v1/services?id=eq.${id}&select=updated_at`);
    if (!well(live)) return;
    const seen = live.json[0]?.updated_at;
    const patch = { description: words };
    const item = { of_set, list: "services", operation: "UPDATE", id, patch, seen };
    if (!(await rpc("set_save", item))) return;
  }
  const found = await api.call("GET", `/rest/v1/change_sets?id=eq.${of_set}&select=version`);
  if (!well(found) || !found.json[0]) return;
  const acknowledge = ledger.write("pair", words);
  if (await rpc("set_publish", { of_set, seen: found.json[0].version })) acknowledge();
};

const session: Writer = async (parts) => {
  const answer = await parts.api.signIn().catch(() => undefined);
  parts.ledger.count("sign-in", answer?.status);
  if (answer?.status === 200) parts.ledger.sessions.push(answer.json.access_token);
};

const invitation: Writer = async (parts) => {
  const email = `colleague-${parts.random.uuid()}@example.com`;
  const call = parts.api.call("POST", "/functions/v1/admin-invite", { email, fullName: "Dana" });
  const answer = await asked(parts, "invitation", call);
  if (answer?.json.success) parts.ledger.invitations.add(email);
};

const backup: Writer = async (parts) => {
  await asked(parts, "backup", parts.api.call("POST", "/functions/v1/admin-backup", {}));
};

/** Each writer with its weight. */
const WRITERS: [Writer, number][] = [
  [lead, 5],
  [booking, 3],
  [text, 6],
  [order, 4],
  [upload, 5],
  [deletion, 3],
  [reply, 3],
  [answer, 3],
  [set, 3],
  [session, 1],
  [invitation, 1],
];
const TURNS = WRITERS.flatMap(([writer, share]) => Array<Writer>(share).fill(writer));

/**
 * Writes of every kind, several at a time, until `stop`.
 * @param options.backups whether it also starts backups
 */
export function startLoad(parts: Parts, { hands = 6, backups = true } = {}) {
  let going = true;
  const hand = async (own: Writer[]) => {
    while (going) await parts.random.pick(own)(parts);
  };
  // A value that is overwritten repeatedly needs a single writer, so that the last write is known.
  const shared = TURNS.filter((writer) => ![text, order, set].includes(writer));
  const working = [
    ...[text, order, set].map((writer) => hand([writer])),
    ...Array.from({ length: hands - 3 }, () => hand(shared)),
    ...(backups ? [backup(parts)] : []),
  ];
  return {
    /** Resolves once every write is answered or has been given up. */
    async stop() {
      going = false;
      await Promise.all(working);
    },
  };
}
