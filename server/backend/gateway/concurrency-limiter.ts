import { HttpError } from "#server/backend/http-error.ts";
import type { Delivery } from "#server/backend/types.ts";
import { type Turn, TurnQueue } from "./turn-queue.ts";

const KB = 1024;
const MB = 1024 * KB;

export interface LimiterOptions {
  /** how many at once */
  width: number;
  /** how many may wait; one more is turned away at once */
  waiting: number;
  /** how long one waits, in milliseconds */
  maxWaitMs: number;
  /** bytes of answers that are made and not sent; left out: they are counted elsewhere */
  unsent?: number;
}

/** Who asks for a place. */
export interface Client {
  /** those who wait take turns by this: many requests from one get no more turns than one from another */
  key?: string;
  /** resolves when the client has its answer or has gone; work that still waits then is dropped */
  sent?: Promise<void>;
  /** keeps the place of work that succeeded until `sent` */
  holds?: boolean;
}

export interface ConcurrencyLimiter {
  /**
   * Does the work when there is room.
   * @throws HttpError 503 when there is none in time, 499 when the client has gone before
   */
  run<T>(work: () => Promise<T>, client?: Client): Promise<T>;
  /**
   * Counts an answer until it is sent. Small ones always go: a connection takes them at once.
   * @throws HttpError 503 when too many bytes wait to be sent already
   */
  deliver(bytes: number, delivery: Delivery): void;
  /** whether nobody is in it and nobody waits */
  idle(): boolean;
  /** how many are in it, and how many wait */
  load(): { busy: number; waiting: number };
}

/** What a connection that reads takes at once, or nearly. */
const SMALL = 64 * KB;

export function createLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { width, waiting, maxWaitMs, unsent: mostUnsent = Number.POSITIVE_INFINITY } = options;
  let inside = 0;
  let unsent = 0;
  const queue = new TurnQueue();

  async function enter({ key = "", sent }: Client): Promise<void> {
    if (inside < width) {
      inside += 1;
      return;
    }
    if (queue.size >= waiting && !queue.makeRoomFor(key)) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leaveQueue = (refusal: HttpError) => {
      if (queue.delete(key, turn)) reject(refusal);
    };
    const turn: Turn = { start: resolve, refuse: () => reject(busy()) };
    queue.add(key, turn);
    const timer = setTimeout(() => leaveQueue(busy()), maxWaitMs);
    void sent?.then(() => leaveQueue(gone()));
    await promise.finally(() => clearTimeout(timer));
  }

  /** The next one takes the place over, so the count stays. */
  function leave(): void {
    const next = queue.next();
    if (next) next.start();
    else inside -= 1;
  }

  return {
    async run(work, client = {}) {
      await enter(client);
      let stays: Promise<void> | undefined;
      try {
        const result = await work();
        stays = client.holds ? client.sent : undefined;
        return result;
      } finally {
        if (stays) void stays.then(leave);
        else leave();
      }
    },
    deliver(bytes, { sent, hasRoom }) {
      if (bytes > SMALL && (unsent + bytes > mostUnsent || !hasRoom(bytes))) throw busy();
      unsent += bytes;
      void sent.then(() => {
        unsent -= bytes;
      });
    },
    idle: () => inside === 0,
    load: () => ({ busy: inside, waiting: queue.size }),
  };
}

/**
 * Counts a file until it is sent. Small ones always go: a connection takes them at once.
 * @param bytes what of it may wait
 * @throws HttpError 503 when too many bytes wait to be sent already
 */
export async function deliverFile(
  bytes: number,
  { body }: Response,
  delivery: Delivery,
): Promise<void> {
  if (bytes > SMALL && !delivery.hasRoom(bytes)) {
    await body?.cancel();
    throw busy();
  }
  delivery.hold(bytes);
}

/** Nobody reads it: for the log. */
const gone = () => new HttpError(499, "client_gone", "The client disconnected.");

const busy = () =>
  new HttpError(503, "busy", "The site is busy. Please try again in a moment.", {
    "retry-after": "2",
  });

/** A limiter for each key, kept while it has work. */
export function createLimiters(
  options: LimiterOptions,
): (key: string) => ConcurrencyLimiter["run"] {
  const limiters = new Map<string, ConcurrencyLimiter>();
  return (key) => async (work, client) => {
    const limiter = limiters.get(key) ?? createLimiter(options);
    limiters.set(key, limiter);
    const tidy = () => {
      if (limiter.idle() && limiters.get(key) === limiter) limiters.delete(key);
    };
    // After the limiter's own: it hears of the end first.
    try {
      return await limiter.run(work, client);
    } finally {
      void client?.sent?.then(tidy);
      tidy();
    }
  };
}

interface DatabaseLimiter extends LimiterOptions {
  /** bytes of the largest request, and of the largest answer */
  request: number;
  answer: number;
  unsent: number;
}

/**
 * The connections to the database, shared out: many requests of one kind take only the connections of their own
 * limiter. Together visitors never have all of them, and neither have staff. Pages and functions are
 * answered within the process: nothing of theirs waits on a wire.
 */
export const LIMITERS = {
  /** what visitors read with a client of the API */
  reading: {
    width: 2,
    waiting: 100,
    maxWaitMs: 5_000,
    request: 64 * KB,
    answer: MB,
    unsent: 8 * MB,
  },
  /** what pages read that are being made; few, and everybody waits for them */
  pages: {
    width: 3,
    waiting: 1_000,
    maxWaitMs: 10_000,
    request: 64 * KB,
    answer: 5 * MB,
    unsent: 0,
  },
  /** the messages of visitors */
  writing: {
    width: 2,
    waiting: 100,
    maxWaitMs: 10_000,
    request: 64 * KB,
    answer: 64 * KB,
    unsent: 2 * MB,
  },
  /** anyone who is signed in */
  staff: {
    width: 4,
    waiting: 200,
    maxWaitMs: 10_000,
    request: MB,
    answer: 8 * MB,
    unsent: 32 * MB,
  },
  /** what functions ask for */
  functions: {
    width: 2,
    waiting: 200,
    maxWaitMs: 10_000,
    request: MB,
    answer: 4 * MB,
    unsent: 0,
  },
} satisfies Record<string, DatabaseLimiter>;

export type LimiterName = keyof typeof LIMITERS;

/** One address at once, whatever it asks for; what waits here holds no connection. */
export const ONE_ADDRESS: LimiterOptions = { width: 4, waiting: 60, maxWaitMs: 10_000 };

/** Files that one address fetches at once: an office whose browsers open six each. */
export const FILES_OF_ONE_ADDRESS: LimiterOptions = { width: 96, waiting: 400, maxWaitMs: 10_000 };

/** As many connections as all limiters may use at once. */
export const CONNECTIONS = Object.values(LIMITERS).reduce((sum, { width }) => sum + width, 0);
