import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { isSessionError, isUnreachable } from "#app/lib/errors/backend-error.ts";
import { isBack } from "#app/lib/retry/when-back.ts";

const FRESH_MS = 30_000;

/**
 * The admin's query client. Nothing waits in silence for a network: a request without one fails, and
 * the failure is told in words. `onSessionLost` is called when an answer says that the session ended.
 */
export function createQueryClient(onSessionLost: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (isSessionError(error)) onSessionLost();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    // A write that arrives says that the others that wait will.
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
}

/**
 * Shows what has just been stored. A read that was on its way may have looked before the save: its
 * answer is dropped, and it asks again.
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

/** Clients beside another one, while a screen shows what they read. */
const beside = new WeakMap<QueryClient, Set<QueryClient>>();
const clientsOf = (client: QueryClient) => [client, ...(beside.get(client) ?? [])];

/**
 * Another client of the same person: what it has read is its own, what it saves is on its way in both.
 * For a screen whose rows are not those of the live site, which says by `keepBeside` how long it stands.
 */
export function clientBeside(client: QueryClient): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: client.getQueryCache().config.onError }),
    mutationCache: client.getMutationCache(),
    defaultOptions: client.getDefaultOptions(),
  });
}

/** Lets `other` rest and ask again together with `client`. Returns what ends it. */
export function keepBeside(client: QueryClient, other: QueryClient): () => void {
  const others = beside.get(client) ?? new Set();
  beside.set(client, others.add(other));
  return () => void others.delete(other);
}

/** How long someone who leaves waits for what they saved last. */
const LAST_SAVES_MS = 5_000;

/** Lets the saves arrive that are on their way, and drops what is only being read. */
export async function comeToRest(client: QueryClient, dropRequests: () => void): Promise<void> {
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
  dropRequests();
}

/** Asks again for what was dropped before it had come at all, as when who was leaving stays. */
export function goOn(client: QueryClient): void {
  for (const each of clientsOf(client))
    void each.refetchQueries({ type: "active", predicate: ({ state }) => !state.data });
}

/** What a screen shows though it is still on its way: each change by its variables. */
const ahead: { client: QueryClient; table: unknown; variables: unknown }[] = [];
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** As long as there is any, the browser asks before the page is closed: nobody would know what was lost. */
function askBeforeClosing() {
  const change = ahead.length > 0 ? window.addEventListener : window.removeEventListener;
  change.call(window, "beforeunload", onBeforeUnload as EventListener);
}

/** Forgets all that was read and all that is still to be sent, as when somebody has left. */
export function forgetAll(client: QueryClient) {
  client.clear();
  ahead.length = 0;
  askBeforeClosing();
}

interface OptimisticOptions<Data, Variables, Result> {
  /** every cached query under this key shows the change at once */
  queryKey: QueryKey;
  mutationFn: (variables: Variables) => Promise<Result>;
  /** how cached data looks once the change has been made */
  apply: (data: Data, variables: Variables) => Data;
  /** mutations of one scope run one after the other */
  scope?: string;
  onSuccess?: (result: Result, variables: Variables) => void;
  onError?: (cause: unknown, variables: Variables) => void;
}

/** A mutation that shows at once, is rolled back when refused, and is read again afterwards. */
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
      ahead.push({ client, table, variables });
      askBeforeClosing();
      await client.cancelQueries({ queryKey });
      const before = client.getQueriesData<Data>({ queryKey });
      client.setQueriesData<Data>({ queryKey }, (data) => data && apply(data, variables));
      return before;
    },
    onSuccess: (result, variables) => onSuccess?.(result, variables),
    onError: (cause, variables, before) => {
      for (const [key, data] of before ?? []) client.setQueryData(key, data);
      onError?.(cause, variables);
    },
    onSettled: (_result, _cause, variables) => {
      const at = ahead.findIndex((one) => one.variables === variables);
      if (at >= 0) ahead.splice(at, 1);
      askBeforeClosing();
      // The table's other answers, such as counts, have changed with it. Read now, they would take back from the
      // screen what is still on its way.
      if (ahead.some((one) => one.client === client && one.table === table)) return;
      return client.invalidateQueries({ queryKey: [table] });
    },
  });
}
