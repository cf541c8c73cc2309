import { globSync } from "node:fs";
import type { Rolldown } from "vite";

const app = (path: string) => new URL(`../../app/${path}`, import.meta.url).pathname;
const route = (name: string) => app(`routes/admin/${name}.tsx`);

/** The entry points of the admin's first screen. */
const FIRST_SCREEN = [
  app("entry.client.tsx"),
  app("root.tsx"),
  ...["layout", "protected", "dashboard"].map(route),
];
const ROUTES = globSync("routes/admin/**/*.tsx", { cwd: app("") }).map(app);
/** No other screen uses it, so it stays in the dashboard's file. */
const DASHBOARD = app("features/dashboard/");

/** The package's index imports these, but the bundler tree-shakes them. They would pull in floating-ui. */
const SHAKEN = /\/@base-ui\/react\/toast\/(positioner|arrow)\//;

/** The first screen's libraries have their own files, which change less often than the admin's code. */
const LIBRARIES: [file: string, modules: RegExp][] = [
  ["framework", /\/node_modules\/(react|react-dom|scheduler|react-router)\//],
  ["data", /\/node_modules\/(@supabase|@tanstack|tslib)\//],
];

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

/** The files for the admin's shared code, in order: a module goes into the first one that takes it. */
function filesOf(modules: Modules): [file: string, takes: (id: string) => boolean][] {
  const users = new Map<string, number>();
  for (const root of ROUTES)
    for (const id of closure(modules, [root])) users.set(id, (users.get(id) ?? 0) + 1);
  const isShared = (id: string) => (users.get(id) ?? 0) > 1;
  const neededBy = (...names: string[]) => closure(modules, names.map(route));
  const first = closure(modules, FIRST_SCREEN);
  const signIn = neededBy("login");
  const list = neededBy("pricing");
  const texts = neededBy("content", "settings");
  // They need few and small modules of the texts' editors, and would load all of the file for them.
  const others = neededBy("contact-manager", "administration/users");
  return [
    ...LIBRARIES.map(([file, library]): [string, (id: string) => boolean] => [
      file,
      (id) => first.has(id) && library.test(id),
    ]),
    ["admin", (id) => first.has(id)],
    ["forms", (id) => signIn.has(id)],
    ["screens", (id) => (users.get(id) ?? 0) >= MANY],
    ["lists", (id) => isShared(id) && list.has(id)],
    ["texts", (id) => isShared(id) && texts.has(id) && !others.has(id)],
  ];
}

/**
 * Bundles the code that the admin's screens share into a few files instead of some sixty, each of which costs a
 * request. The bundler places all other code, so that no screen carries what only another one uses.
 */
export function adminChunks(): Rolldown.OutputOptions["codeSplitting"] {
  let files: ReturnType<typeof filesOf> | undefined;
  const fileOf = (id: string, modules: Modules) => {
    if (ROUTES.includes(id) || FIRST_SCREEN.includes(id) || id.startsWith(DASHBOARD)) return null;
    files ??= filesOf(modules);
    return files.find(([, takes]) => takes(id))?.[0] ?? null;
  };
  const names = [...LIBRARIES.map(([file]) => file), "admin", "forms", "screens", "lists", "texts"];
  return {
    groups: names.map((name, place) => ({
      debugName: name,
      // A group also takes all imports of what it takes, unless an earlier group has them.
      priority: names.length - place,
      name: (id, modules) => (fileOf(id, modules) === name ? name : null),
    })),
  };
}
