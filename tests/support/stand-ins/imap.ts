import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { createServer as createTlsServer } from "node:tls";

interface Email {
  uid: number;
  raw: Buffer;
  arrived: Date;
  isRead: boolean;
}

interface Behavior {
  /** Awaited before a command is answered: a slow server. */
  delay?: (command: string) => Promise<unknown> | undefined;
  /** Whether the connection ends: in the middle of an email, otherwise before the command has an effect. */
  cuts?: (command: string) => boolean;
  /** Overrides an answer, such as "NO [OVERQUOTA] not now". */
  answers?: (command: string) => string | undefined;
  capabilities?: string;
  /** The server's certificate and key: TLS from the first byte. */
  tls?: { key: string; cert: string };
}

/** A connection that has not opened the folder yet. */
const NO_FOLDER = -1;
const USER = "reply@example.com";
const PASSWORD = "a pass:word";

/** The part of IMAP (RFC 3501) that the product uses, with one folder, INBOX. `behavior` may be changed at any time. */
export async function fakeImap(behavior: Behavior = {}, listensOn = 0) {
  const emails: Email[] = [];
  const commands: string[] = [];
  const idling = new Set<Socket>();
  /** What each connection knows: how many emails there are. */
  const sockets = new Map<Socket, number>();
  const idleTags = new WeakMap<Socket, string>();
  const state = { validity: 7, nextUid: 1 };

  const selected = () => [
    `* ${emails.length} EXISTS`,
    "* FLAGS (\\Seen \\Answered)",
    "* OK [PERMANENTFLAGS (\\Seen \\Answered)] limited",
    `* OK [UIDVALIDITY ${state.validity}] valid`,
    `* OK [UIDNEXT ${state.nextUid}] next`,
  ];

  /** The untagged lines of an answer. @throws the tagged answer of a refusal */
  function answer(command: string): Buffer[] {
    const lines = (...all: string[]) => all.map((line) => Buffer.from(`${line}\r\n`));
    const refusal = behavior.answers?.(command);
    if (refusal) throw refusal;
    const [, name = "", rest = ""] = /^((?:UID )?\w+) ?(.*)$/.exec(command) ?? [];
    switch (name) {
      case "CAPABILITY":
        return lines(`* CAPABILITY IMAP4rev1 ${behavior.capabilities ?? "IDLE"}`);
      case "LOGIN":
        if (rest === `"${USER}" "${PASSWORD}"`) return [];
        throw `NO [AUTHENTICATIONFAILED] ${rest.replaceAll('"', "")} is wrong`;
      case "LIST":
        if (rest === '"" ""') return lines('* LIST (\\Noselect) "/" ""');
        return rest.includes("INBOX") ? lines('* LIST () "/" INBOX') : [];
      case "SELECT":
        if (rest === "INBOX") return lines(...selected());
        throw "NO there is no such folder";
      case "UID SEARCH":
        return lines(`* SEARCH ${searched(rest).join(" ")}`);
      case "UID FETCH":
        return fetched(rest);
      case "UID STORE":
        for (const email of emails)
          if (rest.startsWith(`${email.uid} +FLAGS`)) email.isRead = rest.includes("\\Seen");
        return [];
      case "LSUB":
      case "NOOP":
      case "LOGOUT":
        return [];
      default:
        throw `BAD ${name} is unknown`;
    }
  }

  function searched(query: string): number[] {
    const since = /^SINCE "?([^"]+)"?$/.exec(query)?.[1];
    const from = Number(/^UID (\d+):\*$/.exec(query)?.[1]);
    if (since) return emails.filter(({ arrived }) => arrived >= new Date(`${since} UTC`)).map(uid);
    if (!from) throw `BAD ${query} is unknown`;
    // As the standard has it, "*" is the newest email even if its UID is below the other end.
    return emails.filter((email) => email.uid >= from || email === emails.at(-1)).map(uid);
  }

  function fetched(query: string): Buffer[] {
    const at = emails.findIndex((email) => query.startsWith(`${email.uid} `));
    const email = emails[at];
    if (!email) return [];
    const [, most] = /BODY\.PEEK\[\]<0\.(\d+)>/.exec(query) ?? [];
    const body = most ? email.raw.subarray(0, Number(most)) : undefined;
    const size = query.includes("RFC822.SIZE") ? ` RFC822.SIZE ${email.raw.length}` : "";
    const literal = body ? ` BODY[]<0> {${body.length}}\r\n` : "";
    const head = `* ${at + 1} FETCH (UID ${email.uid}${size}${literal}`;
    return [Buffer.from(head), body ?? Buffer.from(""), Buffer.from(")\r\n")];
  }

  /** Reports new emails, as a server does between two commands. */
  function announce(socket: Socket) {
    const known = sockets.get(socket) ?? 0;
    if (known >= 0 && known !== emails.length) socket.write(`* ${emails.length} EXISTS\r\n`);
    if (known >= 0) sockets.set(socket, emails.length);
  }

  async function respond(socket: Socket, line: string) {
    if (line === "DONE") {
      idling.delete(socket);
      return socket.write(`${idleTags.get(socket)} OK done\r\n`);
    }
    const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
    commands.push(command);
    await behavior.delay?.(command);
    if (command === "IDLE") {
      idleTags.set(socket, tag);
      idling.add(socket);
      socket.write("+ idling\r\n");
      return announce(socket);
    }
    try {
      const isCut = behavior.cuts?.(command);
      if (isCut && !command.includes("BODY.PEEK")) return socket.destroy();
      const all = Buffer.concat(answer(command));
      if (isCut) return cut(socket, all);
      socket.write(all);
      if (command === "SELECT INBOX") sockets.set(socket, emails.length);
      else announce(socket);
      socket.write(`${tag} OK ${command === "SELECT INBOX" ? "[READ-WRITE] " : ""}done\r\n`);
    } catch (refusal) {
      if (typeof refusal !== "string") throw refusal;
      socket.write(`${tag} ${refusal}\r\n`);
    }
    if (command === "LOGOUT") socket.end();
  }

  function serve(socket: Socket) {
    sockets.set(socket, NO_FOLDER);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => {
      sockets.delete(socket);
      idling.delete(socket);
    });
    let before: Promise<unknown> = Promise.resolve();
    createInterface({ input: socket })
      .on("line", (line) => {
        before = before.then(() => respond(socket, line));
      })
      // It repeats the errors of the connection.
      .on("error", () => undefined);
    socket.write("* OK ready\r\n");
  }
  const server: Server = behavior.tls
    ? createTlsServer(behavior.tls, serve).on("tlsClientError", () => undefined)
    : createServer(serve);
  await new Promise<void>((resolve) => server.listen(listensOn, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  return {
    behavior,
    emails,
    /** each command so far, without its tag */
    commands,
    state,
    port,
    /** IMAP_URL */
    address: (password = PASSWORD, folder = "") =>
      `imap${behavior.tls ? "s" : ""}://${encodeURIComponent(USER)}:${encodeURIComponent(password)}@127.0.0.1:${port}/${folder}`,
    isIdle: () => idling.size > 0,
    /** how many are connected */
    connections: () => sockets.size,
    /** Adds an email, and reports it to those who idle. @returns its UID */
    deliver(raw: string | Buffer, arrived: Date): number {
      const email = { uid: state.nextUid, raw: Buffer.from(raw), arrived, isRead: false };
      state.nextUid += 1;
      emails.push(email);
      for (const socket of idling) announce(socket);
      return email.uid;
    },
    /** Gives every email another UID, as after a mailbox was moved. */
    renumber() {
      state.validity += 1;
      state.nextUid = 1;
      for (const email of emails) {
        email.uid = state.nextUid;
        state.nextUid += 1;
      }
    },
    /** Ends every connection. */
    drop() {
      for (const socket of sockets.keys()) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

const uid = (email: Email) => email.uid;

/** Sends the first half of an answer and ends the connection. */
const cut = (socket: Socket, answer: Buffer) =>
  socket.write(answer.subarray(0, answer.length / 2), () => socket.destroy());
