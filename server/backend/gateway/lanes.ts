import { Refusal } from "#server/backend/refusal.ts";

export interface LaneOptions {
  /** how many at once */
  width: number;
  /** how many may wait; one more is turned away at once */
  waiting: number;
  /** how long one waits, in milliseconds */
  patienceMs: number;
}

export interface Lane {
  /**
   * Does the work when there is room.
   * @throws Refusal 503 when there is none in time
   */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** whether nobody is in it and nobody waits */
  idle(): boolean;
  /** how many are in it, and how many wait */
  load(): { busy: number; waiting: number };
}

export function createLane({ width, waiting, patienceMs }: LaneOptions): Lane {
  let inside = 0;
  const queue = new Set<() => void>();

  async function enter(): Promise<void> {
    if (inside < width) {
      inside += 1;
      return;
    }
    if (queue.size >= waiting) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const turn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      queue.delete(turn);
      reject(busy());
    }, patienceMs);
    queue.add(turn);
    await promise;
  }

  /** Whoever waits longest takes the place over, so the count stays. */
  function leave(): void {
    const [next] = queue;
    if (!next) inside -= 1;
    else {
      queue.delete(next);
      next();
    }
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
    idle: () => inside === 0,
    load: () => ({ busy: inside, waiting: queue.size }),
  };
}

const busy = () =>
  new Refusal(503, "busy", "The site is busy just now. Please try again in a moment.", {
    "retry-after": "2",
  });

/** A lane for each key, for as long as somebody is in it. */
export function createLanes(options: LaneOptions): (key: string) => Lane["run"] {
  const lanes = new Map<string, Lane>();
  return (key) => async (work) => {
    const lane = lanes.get(key) ?? createLane(options);
    lanes.set(key, lane);
    try {
      return await lane.run(work);
    } finally {
      if (lane.idle()) lanes.delete(key);
    }
  };
}

/**
 * The connections to the database, shared out: whoever is many can fill their own lane and nobody
 * else's. Together visitors never have all of them, and neither have staff.
 */
export const LANES = {
  /** what visitors read with a client of the API */
  reading: { width: 2, waiting: 100, patienceMs: 5_000 },
  /** what pages read that are being made; few, and everybody waits for them */
  pages: { width: 3, waiting: 1_000, patienceMs: 10_000 },
  /** the messages of visitors */
  writing: { width: 2, waiting: 100, patienceMs: 10_000 },
  /** whoever is signed in */
  staff: { width: 4, waiting: 200, patienceMs: 10_000 },
  /** what functions ask for */
  functions: { width: 2, waiting: 200, patienceMs: 10_000 },
} satisfies Record<string, LaneOptions>;

export type LaneName = keyof typeof LANES;

/** One address at once, whatever it asks for; what waits here holds no connection. */
export const ONE_ADDRESS: LaneOptions = { width: 4, waiting: 60, patienceMs: 10_000 };

/** As many connections as all lanes may use at once. */
export const CONNECTIONS = Object.values(LANES).reduce((sum, { width }) => sum + width, 0);
