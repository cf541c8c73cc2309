import { HttpError } from "#server/backend/http-error.ts";
import type { Delivery } from "#server/backend/types.ts";
import { type Turn, TurnQueue } from "./turn-queue.ts";

const KB = 1024;
const MB = 1024 * KB;

export interface LimiterOptions {
  /** how many run at once */
  width: number;
  /** how many may wait; one more is refused immediately */
  waiting: number;
  /** maximum wait, in milliseconds */
  maxWaitMs: number;
  /** bytes of responses not yet sent; omitted: they are counted elsewhere */
  unsent?: number;
  /** bytes of `unsent` that must be free before work starts, so that no response is made in vain */
  reserves?: number;
}

/** The caller that needs a slot. */
export interface Client {
  /** the queue takes turns by key: many requests of one client get no more turns than one of another */
  key?: string;
  /** resolves when the client has its response or is gone; work still queued then is dropped */
  sent?: Promise<void>;
  /** keeps the slot of successful work until `sent` */
  holds?: boolean;
}

export interface ConcurrencyLimiter {
  /**
   * Runs the work when a slot is free.
   * @throws HttpError 503 when none is free in time, 499 when the client disconnects first
   */
  run<T>(work: () => Promise<T>, client?: Client): Promise<T>;
  /**
   * Counts a response until it is sent; the work calls it before it returns. Small ones always pass: a
   * connection takes them at once.
   * @throws HttpError 503 when too many bytes are already waiting to be sent
   */
  deliver(bytes: number, delivery: Delivery): void;
  /** how many run, and how many wait */
  load(): { busy: number; waiting: number };
}

/** Bytes that a connection takes at once, or nearly, while its client reads. */
export const SMALL = 64 * KB;

export function createLimiter(options: LimiterOptions): ConcurrencyLimiter {
  const { width, waiting, maxWaitMs, reserves = 0 } = options;
  const { unsent: mostUnsent = Number.POSITIVE_INFINITY } = options;
  let inside = 0;
  let unsent = 0;
  const queue = new TurnQueue();

  const hasSlot = () => inside < width && unsent + reserves <= mostUnsent;

  async function enter({ key = "", sent }: Client): Promise<void> {
    if (hasSlot()) {
      inside += 1;
      return;
    }
    if (queue.size >= waiting && !queue.evictFor(key)) throw busy();
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

  function leave(): void {
    inside -= 1;
    startWaiting();
  }

  function startWaiting(): void {
    while (queue.size > 0 && hasSlot()) {
      inside += 1;
      queue.next()?.start();
    }
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
    deliver(bytes, { sent, hasCapacity }) {
      if (bytes > SMALL && (unsent + bytes > mostUnsent || !hasCapacity(bytes))) throw busy();
      unsent += bytes;
      void sent.then(() => {
        unsent -= bytes;
        startWaiting();
      });
    },
    load: () => ({ busy: inside, waiting: queue.size }),
  };
}

/**
 * Counts a file until it is sent. Small ones always pass: a connection takes them at once.
 * @param bytes how much of it may be buffered
 * @throws HttpError 503 when too many bytes are already waiting to be sent
 */
export async function deliverFile(
  bytes: number,
  { body }: Response,
  delivery: Delivery,
): Promise<void> {
  if (bytes > SMALL && !delivery.hasCapacity(bytes)) {
    await body?.cancel();
    throw busy();
  }
  delivery.hold(bytes);
}

/** For the log only: the client has disconnected. */
const gone = () => new HttpError(499, "client_gone", "The client disconnected.");

const busy = () =>
  new HttpError(503, "busy", "The site is busy. Please try again in a moment.", {
    "retry-after": "2",
  });

/** A limiter for each key, kept while it has work. @param limiters by key; tests inspect it */
export function createLimiters(
  options: LimiterOptions,
  limiters = new Map<string, ConcurrencyLimiter>(),
): (key: string) => ConcurrencyLimiter["run"] {
  return (key) => async (work, client) => {
    const limiter = limiters.get(key) ?? createLimiter(options);
    limiters.set(key, limiter);
    const tidy = () => {
      if (limiter.load().busy === 0 && limiters.get(key) === limiter) limiters.delete(key);
    };
    // `tidy` subscribes after the limiter does, so the load is up to date.
    try {
      return await limiter.run(work, client);
    } finally {
      void client?.sent?.then(tidy);
      tidy();
    }
  };
}

interface DatabaseLimiter extends LimiterOptions {
  /** bytes of the largest request and of the largest response */
  request: number;
  answer: number;
  unsent: number;
}

/**
 * Divides up the database connections: many requests of one kind use only those of their own limiter. Neither
 * visitors nor staff can take all of them. Pages and functions get their responses in-process, so none of
 * those waits for a network.
 */
export const LIMITERS = {
  /** visitors who read with an API client */
  reading: {
    width: 2,
    waiting: 100,
    maxWaitMs: 5_000,
    request: 64 * KB,
    answer: MB,
    unsent: 2 * MB,
  },
  /** the same from tables that are known to be large: other reads don't wait for these */
  lists: {
    width: 1,
    waiting: 100,
    maxWaitMs: 5_000,
    request: 64 * KB,
    answer: MB,
    unsent: 2 * MB,
    reserves: MB,
  },
  /** visitors who open a preview: few, and so large that other reads would wait for them */
  previews: {
    width: 1,
    waiting: 50,
    maxWaitMs: 10_000,
    request: 4 * KB,
    answer: 4 * MB,
    unsent: 4 * MB,
    reserves: 4 * MB,
  },
  /** pages that are being rendered; few, and everybody waits for them */
  pages: {
    width: 3,
    waiting: 1_000,
    maxWaitMs: 10_000,
    request: 64 * KB,
    answer: 5 * MB,
    unsent: 0,
  },
  /** visitors' messages */
  writing: {
    width: 2,
    waiting: 100,
    maxWaitMs: 10_000,
    request: 64 * KB,
    answer: 64 * KB,
    unsent: 2 * MB,
  },
  /** signed-in admins */
  staff: {
    width: 4,
    waiting: 200,
    maxWaitMs: 10_000,
    request: MB,
    answer: 8 * MB,
    unsent: 32 * MB,
  },
  /** requests from functions */
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

/** Concurrent requests of one address, of any kind. Waiting ones hold no connection. */
export const ONE_ADDRESS: LimiterOptions = { width: 4, waiting: 60, maxWaitMs: 10_000 };

/** Concurrent file downloads of one address: an office whose browsers open six connections each. */
export const FILES_OF_ONE_ADDRESS: LimiterOptions = { width: 96, waiting: 400, maxWaitMs: 10_000 };

/** The connections that all limiters together may use. */
export const CONNECTIONS = Object.values(LIMITERS).reduce((sum, { width }) => sum + width, 0);
