import { globSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";

const app = (path: string) => join(import.meta.dirname, "../../app", path);
const route = (name: string) => app(`routes/admin/${name}.tsx`);

/** The entry points of the admin's first screen. */
const FIRST_SCREEN = [
  app("entry.client.tsx"),
  app("root.tsx"),
  ...["layout", "protected", "dashboard"].map(route),
];
const ROUTE_FILES = globSync("routes/admin/**/*.tsx", { cwd: app("") }).map(app);
/** No other screen uses it, so it stays in the dashboard's file. */
const DASHBOARD = app("features/dashboard/");

/** The package's index imports these, but the bundler tree-shakes them. They would pull in floating-ui. */
const SHAKEN = /\/@base-ui\/react\/toast\/(positioner|arrow)\//;

/** The first screen's libraries have their own files, which change less often than the admin's code. */
const LIBRARIES: [file: string, modules: RegExp][] = [
  ["framework", /\/node_modules\/(react|react-dom|scheduler|react-router)\//],
  ["data", /\/node_modules\/(@supabase|@tanstack|tslib)\//],
];

const ICON = /\/node_modules\/lucide-react\//;

/** What this many routes import, most screens need sooner or later. */
const MANY = 6;

type Modules = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** Everything the roots import statically, directly or indirectly. Dynamic imports are excluded. */
function closure(modules: Modules, roots: string[]): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || SHAKEN.test(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** What the admin's screens import. */
function readGraph(modules: Modules) {
  // React Router imports each route as a separate entry, with a query.
  const routes = ROUTE_FILES.filter((file) =>
    modules.getModuleInfo(file)?.importers.some((importer) => importer.startsWith(`${file}?`)),
  );
  const users = new Map<string, number>();
  for (const file of routes)
    for (const id of closure(modules, [file])) users.set(id, (users.get(id) ?? 0) + 1);
  const neededBy = (...names: string[]) => closure(modules, names.map(route));
  return {
    /** Each has its own file. */
    entries: new Set([...FIRST_SCREEN, ...routes]),
    /** how many routes import a module */
    users: (id: string) => users.get(id) ?? 0,
    first: closure(modules, FIRST_SCREEN),
    signIn: neededBy("login"),
    list: neededBy("pricing"),
    texts: neededBy("content", "settings"),
    // They need few and small modules of the texts' editors, and would load all of the file for them.
    others: neededBy("contact-manager", "administration/users"),
    inbox: neededBy("contact-manager"),
  };
}

type Graph = ReturnType<typeof readGraph>;

/** The files for the admin's shared code, in order: a module goes into the first one that takes it. */
const FILES: [file: string, takes: (id: string, graph: Graph) => boolean][] = [
  ...LIBRARIES.map(([file, library]): (typeof FILES)[number] => [
    file,
    (id, { first }) => first.has(id) && library.test(id),
  ]),
  ["admin", (id, { first }) => first.has(id)],
  ["forms", (id, { signIn }) => signIn.has(id)],
  ["screens", (id, { users }) => users(id) >= MANY],
  // An editor of texts doesn't load the rest of the lists' code.
  ["editors", (id, { users, list, texts }) => users(id) > 1 && list.has(id) && texts.has(id)],
  ["lists", (id, { users, list }) => users(id) > 1 && list.has(id)],
  // Dialogs loaded on demand use them too, so each would be a separate request.
  ["icons", (id, { inbox }) => inbox.has(id) && ICON.test(id)],
  ["texts", (id, { users, texts, others }) => users(id) > 1 && texts.has(id) && !others.has(id)],
];

/**
 * Bundles the code that the admin's screens share into a few files instead of some sixty, each of which costs a
 * request. The bundler places all other code, so that no screen carries what only another one uses.
 */
export function adminChunks(): Rolldown.OutputOptions["codeSplitting"] {
  let graph: Graph | undefined;
  const fileOf = (id: string, modules: Modules) => {
    graph ??= readGraph(modules);
    const known = graph;
    if (known.entries.has(id) || id.startsWith(DASHBOARD)) return undefined;
    return FILES.find(([, takes]) => takes(id, known))?.[0];
  };
  return {
    groups: FILES.map(([file], place) => ({
      debugName: file,
      // A group also takes all imports of what it takes, unless an earlier group has them.
      priority: FILES.length - place,
      name: (id, modules) => (fileOf(id, modules) === file ? file : null),
    })),
  };
}
