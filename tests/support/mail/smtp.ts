import { type AddressInfo, createServer, type Server } from "node:net";

/**
 * The minimal SMTP server for one message (RFC 5321).
 * @param taking awaited before a message counts as accepted: a slow server
 * @param refusal the response to RCPT TO instead of "250 fine", unless undefined
 */
export async function fakeSmtp(
  taking: () => Promise<unknown> = async () => {},
  refusal: () => string | undefined = () => undefined,
): Promise<{ server: Server; port: number; messages: string[] }> {
  const messages: string[] = [];
  const server = createServer((socket) => {
    let data: string | undefined;
    socket.write("220 ready\r\n");
    socket.on("error", () => {});
    socket.on("data", async (chunk) => {
      if (data !== undefined) {
        data += chunk;
        if (!data.endsWith("\r\n.\r\n")) return;
        messages.push(data);
        data = undefined;
        await taking();
        socket.write("250 taken\r\n");
      } else if (/^data/i.test(String(chunk))) {
        data = "";
        socket.write("354 go on\r\n");
      } else if (/^rcpt/i.test(String(chunk))) {
        socket.write(`${refusal() ?? "250 fine"}\r\n`);
      } else socket.write(/^quit/i.test(String(chunk)) ? "221 bye\r\n" : "250 fine\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: (server.address() as AddressInfo).port, messages };
}
