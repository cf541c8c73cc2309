import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

/**
 * A DNS server for tests (RFC 1035, 4.1) that answers IPv4 queries.
 * @param answer the addresses of a name this time; undefined: no response
 */
export async function openNameServer(answer: (name: string) => string[] | undefined) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const { name, kind, end } = readQuestion(question);
    const addresses = kind === A ? answer(name) : [];
    if (kind === A) asked.push(name);
    if (!addresses) return;
    const header = Buffer.from(question.subarray(0, 12));
    // A response with recursion available: one question, this many answers, nothing else.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(addresses.length, 6);
    header.writeUInt32BE(0, 8);
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split(".").map(Number)]),
    );
    const reply = Buffer.concat([header, question.subarray(12, end), ...records]);
    socket.send(reply, from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    /** the queried names, in order */
    asked,
    close: () => socket.close(),
  };
}

const A = 1;

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), kind: message.readUInt16BE(at + 1), end: at + 5 };
}
