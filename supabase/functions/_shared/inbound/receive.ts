import { asServer } from "../database.ts";
import type { Host } from "../host.ts";
import { parseMail } from "./parse.ts";

interface Received {
  /** "known": stored before; "ignored": nothing for people to read; "full": not stored, try again later */
  result: "stored" | "known" | "ignored" | "full";
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Stores an email that arrived, once. One at a time in each process: a large one takes a hundred megabytes of
 * memory on its way.
 * @throws HttpError as `parseMail`, or 503 when the database isn't responding
 */
export function receiveMail(host: Host, raw: Uint8Array): Promise<Received> {
  let waiting: Uint8Array | undefined = raw;
  const receive = async (): Promise<Received> => {
    const mail = await parseMail(waiting as Uint8Array);
    // Parsed, it takes as much memory again.
    waiting = undefined;
    return asServer(host)("mail_arrived", { mail });
  };
  const received = last.then(receive, receive);
  last = received.catch(() => undefined);
  return received;
}
