import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** A real SMTP server on this machine. It takes every email, without TLS or a sign-in. */
export async function startSmtp() {
  const messages: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      text(stream).then((message) => {
        messages.push(message);
        done();
      }, done);
    },
  });
  smtp.listen(0, "127.0.0.1");
  await once(smtp.server, "listening");
  return {
    port: (smtp.server.address() as AddressInfo).port,
    messages,
    close: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}
