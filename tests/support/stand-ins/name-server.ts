import { createSocket } from "node:dgram";
import { once } from "node:events";
import type { AddressInfo } from "node:net";

type Answer = (name: string) => string[] | undefined;

/**
 * A DNS server for tests (RFC 1035, 4.1) that answers queries for IPv4 addresses and texts.
 * @param answer the addresses of a name this time; undefined: no response
 * @param texts the texts of a name; undefined: no response
 */
export async function openNameServer(answer: Answer, texts: Answer = () => []) {
  const asked: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const { name, kind, end } = readQuestion(question);
    const found = kind === A ? answer(name) : kind === TXT ? texts(name) : [];
    if (kind === A || kind === TXT) asked.push(name);
    if (!found) return;
    const header = Buffer.from(question.subarray(0, 12));
    // A response with recursion available: one question, this many answers, nothing else.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((value) => {
      const data = kind === A ? Buffer.from(value.split(".").map(Number)) : textData(value);
      const head = Buffer.from([0xc0, 12, 0, kind, 0, 1, 0, 0, 0, 0, 0, 0]);
      head.writeUInt16BE(data.length, 10);
      return Buffer.concat([head, data]);
    });
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
const TXT = 16;

/** A text as strings of at most 255 bytes, each after its length (RFC 1035, 3.3.14). */
function textData(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts = [];
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  return Buffer.concat(parts);
}

function readQuestion(message: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), kind: message.readUInt16BE(at + 1), end: at + 5 };
}
