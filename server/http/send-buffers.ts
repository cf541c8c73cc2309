import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Delivery } from "#server/backend/types.ts";
import { addressKey } from "#server/limits/rate-limit.ts";
import { logRefused } from "#server/runtime/log/refused.ts";
import type { Log } from "#server/runtime/log.ts";

const MB = 1024 * 1024;

/** Limits on unsent bytes, per address and in total, and how long a connection may read nothing. */
export const SEND_BOUNDS = {
  address: 8 * MB,
  all: 24 * MB,
  /** as nginx's send_timeout: long enough for a phone in a tunnel to resume */
  stalledMs: 60_000,
  /** the same, while more than an eighth of the total is in use */
  stalledWhenFullMs: 5_000,
  /** concurrent responses per connection: browsers request one, a pipelining client a few */
  pipelined: 2,
};

interface Answer {
  res: ServerResponse;
  bytes: number;
  /** the minimum that counts, even if fewer bytes wait */
  held: number;
  /** resolves when it is sent, or never will be */
  end: () => void;
  delivery: Delivery;
}

interface Connection {
  address: string;
  answers: Map<ServerResponse, Answer>;
  /** bytes that the client has accepted since the connection opened */
  taken: number;
  /** when the client last accepted some, or had nothing to accept */
  movedAt: number;
}

interface SendBuffersOptions {
  log: Log;
  /** the visitor's address */
  addressOf: (req: IncomingMessage) => string;
  bounds?: typeof SEND_BOUNDS;
  /** monotonic milliseconds */
  now?: () => number;
  /** how often connections are checked; tests call `look` themselves */
  lookMs?: number;
}

/**
 * Limits the bytes that wait in this process because a client does not read them. Closes a connection that
 * reads nothing for too long, even if it keeps sending requests; a slow reader is left alone. A response over
 * its address's limit closes its connection. Over the total limit, connections of the address that holds most
 * are closed, so that no client can use up what others need.
 */
export function createSendBuffers(options: SendBuffersOptions) {
  const { log, addressOf, bounds = SEND_BOUNDS, now = () => performance.now() } = options;
  const connections = new Map<Socket, Connection>();
  const byAddress = new Map<string, number>();
  let all = 0;

  function add(address: string, bytes: number) {
    all += bytes;
    const sum = (byAddress.get(address) ?? 0) + bytes;
    if (sum > 0) byAddress.set(address, sum);
    else byAddress.delete(address);
  }

  /** Counts a response's unread bytes, and closes connections while a limit is exceeded. */
  function count(socket: Socket, connection: Connection, answer: Answer) {
    const bytes = Math.max(answer.res.writableLength, answer.held);
    const more = bytes - answer.bytes;
    answer.bytes = bytes;
    add(connection.address, more);
    if (more <= 0) return;
    if (waitingFor(connection.address) > bounds.address)
      close(socket, connection, "answers_not_read");
    while (all > bounds.all) closeLargest(mostWaiting().address);
  }

  const waitingFor = (address: string) => byAddress.get(address) ?? 0;

  /** The address with the most unsent bytes; if several tie, the first. */
  function mostWaiting() {
    let most = { address: "", bytes: 0 };
    for (const [address, bytes] of byAddress) if (bytes > most.bytes) most = { address, bytes };
    return most;
  }

  /** Closes the address's connection with the most unsent bytes. */
  function closeLargest(address: string) {
    const its = [...connections].filter(([, connection]) => connection.address === address);
    const sizes = its.map(([, { answers }]) =>
      [...answers.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    );
    const largest = its[sizes.indexOf(Math.max(...sizes))];
    if (!largest) throw new Error("Bytes wait for an address that has no connection.");
    close(...largest, "answers_not_read");
  }

  /** Whether an address may hold that many more bytes: within the total, or while others would hold more. */
  function hasCapacity(address: string, bytes: number): boolean {
    const sum = waitingFor(address) + bytes;
    return sum <= bounds.address && (all + bytes <= bounds.all || sum < mostWaiting().bytes);
  }

  function forget(socket: Socket, connection: Connection, { res, bytes, end }: Answer) {
    if (!connection.answers.delete(res)) return;
    add(connection.address, -bytes);
    if (connection.answers.size === 0) connections.delete(socket);
    end();
  }

  function close(socket: Socket, connection: Connection, reason: string) {
    logRefused(log, { address: connection.address, requestId: randomUUID(), reason });
    for (const answer of connection.answers.values()) forget(socket, connection, answer);
    socket.destroy();
  }

  function look() {
    const limitMs = all > bounds.all / 8 ? bounds.stalledWhenFullMs : bounds.stalledMs;
    for (const [socket, connection] of connections) {
      for (const answer of connection.answers.values()) count(socket, connection, answer);
      if (!socket.destroyed && !moves(socket, connection) && now() - connection.movedAt >= limitMs)
        close(socket, connection, "answers_not_read");
    }
  }

  /** Whether the client accepted bytes since the last check, or had none to; records when. */
  function moves(socket: Socket, connection: Connection): boolean {
    const waits = [...connection.answers.keys()].some((res) => res.writableLength > 0);
    const taken = takenBy(socket);
    if (waits && taken === connection.taken) return false;
    connection.taken = taken;
    connection.movedAt = now();
    return true;
  }

  const timer = setInterval(look, options.lookMs ?? 1_000).unref();

  /** Tracks a response until it is sent. Calling it twice for the same response is safe. */
  function follow(req: IncomingMessage, res: ServerResponse): Delivery {
    const { socket } = req;
    const followed = connections.get(socket)?.answers.get(res);
    if (followed) return followed.delivery;
    const address = addressKey(addressOf(req));
    const connection = connections.get(socket) ?? {
      address,
      answers: new Map(),
      taken: takenBy(socket),
      movedAt: now(),
    };
    const { promise: sent, resolve: end } = Promise.withResolvers<void>();
    const delivery: Delivery = {
      sent,
      hasCapacity: (bytes) => hasCapacity(address, bytes),
      hold(bytes) {
        answer.held = bytes;
        if (connection.answers.has(res)) count(socket, connection, answer);
      },
    };
    const answer: Answer = { res, bytes: 0, held: 0, end, delivery };
    connection.answers.set(res, answer);
    connections.set(socket, connection);
    if (socket.destroyed) forget(socket, connection, answer);
    else if (connection.answers.size > bounds.pipelined)
      close(socket, connection, "too_many_at_once");
    else res.once("close", () => forget(socket, connection, answer));
    return delivery;
  }

  return {
    follow,
    /** Counts the unsent rest of a response that was written or has begun; most have none. */
    written(req: IncomingMessage, res: ServerResponse): void {
      if (res.writableLength === 0 || req.socket.destroyed) return;
      follow(req, res);
      const connection = connections.get(req.socket);
      const answer = connection?.answers.get(res);
      if (connection && answer) count(req.socket, connection, answer);
    },
    look,
    /** Total unsent bytes, as last counted. */
    waiting: () => all,
    stop: () => clearInterval(timer),
  };
}

/**
 * Bytes that the operating system has accepted for a client. Node has no public API for the unsent part of a
 * write in progress; its own socket timeout compares this value.
 */
function takenBy(socket: Socket): number {
  const { _handle: handle } = socket as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
