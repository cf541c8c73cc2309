import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { isRefusal, isSessionError, isUnreachable } from "#app/lib/errors/backend-error.ts";
import { isBack } from "#app/lib/retry/when-back.ts";

const FRESH_MS = 30_000;

// A screen must have the stored rows when the save that stored them ends. By default it hears of
// them a timer later: a field would show its old text in between, and the cursor would jump.
notifyManager.setScheduler(queueMicrotask);

class AdminQueryClient extends QueryClient {
  /**
   * Also restarts a query's first read, which TanStack Query would keep: its response may predate the
   * change.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const reading = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: "fetching" })
      .filter(({ state }) => state.data === undefined);
    await Promise.all(reading.map((query) => query.cancel({ revert: true })));
    await super.invalidateQueries(filters, options);
  }
}

/**
 * The admin's query client. Requests never wait silently for the network: without one they fail with
 * a message. Calls `onSessionLost` when a response says that the session ended, and `onRefused` when
 * one refuses a right.
 */
export function createQueryClient(
  onSessionLost: () => void,
  onRefused?: (client: QueryClient) => void,
): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionError(error)) onSessionLost();
    else if (isRefusal(error)) onRefused?.(client);
  };
  const client = new AdminQueryClient({
    queryCache: new QueryCache({ onError }),
    // A successful write shows that the server is back, so waiting writes can retry.
    mutationCache: new MutationCache({ onError, onSuccess: () => isBack("server") }),
    defaultOptions: {
      queries: {
        networkMode: "always",
        staleTime: FRESH_MS,
        retry: (count, error) => count < 1 && isUnreachable(error),
        retryDelay: 600,
      },
      mutations: { networkMode: "always", retry: false },
    },
  });
  return client;
}

/**
 * Updates the cache after a save. A read in flight may predate the save: its response is dropped,
 * and it is refetched.
 */
export async function showStored<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  apply: (data: Data | undefined) => Data | undefined,
): Promise<void> {
  const reading = client.isFetching({ queryKey }) > 0;
  await client.cancelQueries({ queryKey });
  client.setQueryData<Data>(queryKey, apply);
  if (reading) void client.invalidateQueries({ queryKey });
}

/** Secondary clients, while a screen shows their data. */
const linkedClients = new WeakMap<QueryClient, Set<QueryClient>>();
const clientsOf = (client: QueryClient) => [client, ...(linkedClients.get(client) ?? [])];

/**
 * A second client for the same person, with its own query cache and a shared mutation cache. For screens
 * that show rows other than the live site's; they register it with `linkClients`.
 */
export function secondaryClient(client: QueryClient): QueryClient {
  return new AdminQueryClient({
    queryCache: new QueryCache({ onError: client.getQueryCache().config.onError }),
    mutationCache: client.getMutationCache(),
    defaultOptions: client.getDefaultOptions(),
  });
}

/** Pauses and resumes `other` together with `client`. Returns a function that unregisters it. */
export function linkClients(client: QueryClient, other: QueryClient): () => void {
  const others = linkedClients.get(client) ?? new Set();
  linkedClients.set(client, others.add(other));
  return () => void others.delete(other);
}

/** How long signing out waits for the last saves. */
const LAST_SAVES_MS = 5_000;

/** Waits for saves in flight, and cancels reads. */
export async function settleAndCancel(
  client: QueryClient,
  abortRequests: () => void,
): Promise<void> {
  const mutations = client.getMutationCache();
  let stopWatching = () => {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  await new Promise<void>((resolve) => {
    const look = () => client.isMutating() === 0 && resolve();
    stopWatching = mutations.subscribe(look);
    timer = setTimeout(resolve, LAST_SAVES_MS);
    look();
  });
  stopWatching();
  clearTimeout(timer);
  await Promise.all(clientsOf(client).map((each) => each.cancelQueries()));
  abortRequests();
}

/** Refetches canceled reads that have no data yet, for example when a sign-out is called off. */
export function resumeReads(client: QueryClient): void {
  for (const each of clientsOf(client))
    void each.refetchQueries({ type: "active", predicate: ({ state }) => !state.data });
}

/** A change that is shown before it is stored. */
interface Ahead {
  client: QueryClient;
  table: unknown;
  /** the cached data without it; empty until it is shown */
  before: Map<QueryKey, unknown>;
  /** @returns the data with it */
  apply: (data: unknown) => unknown;
}

/** Optimistic changes in flight, in the order in which they were made. */
const ahead = new Set<Ahead>();
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** While there are any, the browser asks before the page closes: a failure could not be reported. */
function askBeforeClosing() {
  const change = ahead.size > 0 ? window.addEventListener : window.removeEventListener;
  change.call(window, "beforeunload", onBeforeUnload as EventListener);
}

/** Rolls back a change, but not those made after it, which may still succeed. Does nothing after a sign-out. */
function rollBack(change: Ahead) {
  if (!ahead.has(change)) return;
  const all = [...ahead];
  const later = all.slice(all.indexOf(change) + 1);
  for (const [key, data] of change.before) {
    let shown = data;
    for (const { before, apply } of later)
      if (before.has(key)) {
        before.set(key, shown);
        shown = apply(shown);
      }
    change.client.setQueryData(key, shown);
  }
}

/** Clears all cached data and pending changes, for example after signing out. */
export function forgetAll(client: QueryClient) {
  client.clear();
  ahead.clear();
  askBeforeClosing();
}

interface OptimisticOptions<Data, Variables, Result> {
  /** every cached query under this key is updated optimistically */
  queryKey: QueryKey;
  mutationFn: (variables: Variables) => Promise<Result>;
  /** returns the cached data with the change applied */
  apply: (data: Data, variables: Variables) => Data;
  /** mutations of one scope run in sequence */
  scope?: string;
  onSuccess?: (result: Result, variables: Variables) => void;
  onError?: (cause: unknown, variables: Variables) => void;
}

/** An optimistic mutation: rolled back on failure, and refetched afterwards. */
export function useOptimistic<Data, Variables, Result = unknown>({
  queryKey,
  mutationFn,
  apply,
  scope,
  onSuccess,
  onError,
}: OptimisticOptions<Data, Variables, Result>) {
  const client = useQueryClient();
  const table = queryKey[0];
  return useMutation({
    mutationFn,
    scope: scope === undefined ? undefined : { id: scope },
    onMutate: async (variables: Variables) => {
      const change: Ahead = {
        client,
        table,
        before: new Map(),
        apply: (data) => data && apply(data as Data, variables),
      };
      ahead.add(change);
      askBeforeClosing();
      await client.cancelQueries({ queryKey });
      change.before = new Map(client.getQueriesData({ queryKey }));
      client.setQueriesData({ queryKey }, change.apply);
      return change;
    },
    onSuccess: (result, variables) => onSuccess?.(result, variables),
    onError: (cause, variables, change) => {
      if (change) rollBack(change);
      onError?.(cause, variables);
    },
    onSettled: (_result, _cause, _variables, change) => {
      if (change) ahead.delete(change);
      askBeforeClosing();
      // Other queries of the table, such as counts, changed too. Don't refetch while other changes are in
      // flight: the response would revert them on the screen.
      for (const one of ahead) if (one.client === client && one.table === table) return;
      return client.invalidateQueries({ queryKey: [table] });
    },
  });
}
