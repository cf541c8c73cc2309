import { readBytes, refused } from "../endpoint.ts";
import { RAW_MAX } from "./bounds.ts";
import { tokenOf } from "./head.ts";
import { splitMail } from "./split.ts";

/** The other fields of a form, such as what the service knows about the sender. */
const FIELDS_MAX = 1024 * 1024;

/** The field with the complete email, by service. */
const FORM_FIELDS = ["email" /* SendGrid */, "body-mime" /* Mailgun */];

/**
 * The complete email in a request: the body itself, or one field of it, as SendGrid, Mailgun and Postmark
 * send it.
 * @throws HttpError 413, 415 or 422
 */
export async function readMailBody(request: Request): Promise<Uint8Array> {
  const contentType = request.headers.get("content-type") ?? "";
  const read = READERS.get(tokenOf(contentType));
  if (!read)
    throw refused(
      415,
      "Send the complete email as message/rfc822, or as SendGrid, Mailgun or Postmark do.",
    );
  const raw = await read(await readBytes(request, RAW_MAX + FIELDS_MAX), contentType);
  if (!raw)
    throw refused(422, "The complete email is missing. Turn on the raw message in the service.");
  return raw;
}

type Reader = (
  body: Uint8Array,
  contentType: string,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

const asItIs: Reader = (body) => body;

const READERS = new Map<string, Reader>([
  ["message/rfc822", asItIs],
  ["application/octet-stream", asItIs],
  ["text/plain", asItIs],
  ["multipart/form-data", inForm],
  ["application/x-www-form-urlencoded", inFields],
  ["application/json", inJson],
]);

/** A form is MIME, too. Reading it as a form would replace the bytes that aren't UTF-8. */
async function inForm(body: Uint8Array, contentType: string) {
  const head = new TextEncoder().encode(`Content-Type: ${contentType}\r\n\r\n`);
  const whole = new Uint8Array(head.length + body.length);
  whole.set(head);
  whole.set(body, head.length);
  const { leaves } = await splitMail(whole);
  const named = leaves.find(({ head }) =>
    FORM_FIELDS.includes(nameIn(head.first("content-disposition"))),
  );
  return named?.body;
}

const nameIn = (disposition: string) =>
  /;\s*name="?([^";]*)/i.exec(disposition)?.[1]?.toLowerCase() ?? "";

function inFields(body: Uint8Array) {
  const fields = new URLSearchParams(new TextDecoder().decode(body));
  const found = FORM_FIELDS.map((name) => fields.get(name)).find((value) => value);
  return found ? new TextEncoder().encode(found) : undefined;
}

/** Postmark. */
function inJson(body: Uint8Array) {
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw refused(422, "The request is not valid JSON.");
  }
  const raw = (given as { RawEmail?: unknown } | null)?.RawEmail;
  return typeof raw === "string" && raw ? new TextEncoder().encode(raw) : undefined;
}
