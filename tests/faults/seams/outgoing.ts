import http, { type ClientRequest, type IncomingMessage } from "node:http";
import { createTransport } from "nodemailer";
import type { Calls } from "../calls.ts";

const fault = () =>
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });

/** The prototype that all transports share: SMTP, and the one that only builds the message. */
const Transport = Object.getPrototypeOf(createTransport({ jsonTransport: true }));

/**
 * Counts requests to S3 (fetch) and to webhooks (node:http), and sent emails.
 * @returns a function that restores the originals
 */
export function throughOutgoing(calls: Calls): () => void {
  const { fetch } = globalThis;
  const { request } = http;
  const { sendMail } = Transport;

  globalThis.fetch = (input, init) => {
    // A request's body can be read only once, so don't read it here.
    const asked = input instanceof Request ? input : { method: "GET", url: String(input) };
    const { method = asked.method } = init ?? {};
    const name = `outgoing: ${method} ${new URL(asked.url).pathname.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "…")}`;
    const effect = method !== "GET" && method !== "HEAD";
    return calls.through(
      name,
      () => fetch(input, init),
      () => new TypeError("fetch failed", { cause: fault() }),
      effect,
    );
  };

  http.request = ((...asked: unknown[]) => {
    const sending: ClientRequest = Reflect.apply(request, http, asked);
    const turn = calls.arrive("outgoing: POST to a webhook");
    if (turn === "before") sending.destroy(fault());
    if (turn === "after") {
      const emit = sending.emit.bind(sending);
      // The request arrived and was answered, but the response is lost.
      sending.emit = ((event: string, ...more: unknown[]) => {
        if (event !== "response") return emit(event, ...more);
        (more[0] as IncomingMessage).destroy();
        return emit("error", fault());
      }) as typeof emit;
    }
    return sending;
  }) as typeof http.request;

  Transport.sendMail = function (...asked: unknown[]) {
    return calls.through("outgoing: mail", async () => Reflect.apply(sendMail, this, asked), fault);
  };
  return () => {
    globalThis.fetch = fetch;
    http.request = request;
    Transport.sendMail = sendMail;
  };
}
