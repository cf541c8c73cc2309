import type { Rolldown } from "vite";

const app = (path: string) => new URL(`../../app/${path}`, import.meta.url).pathname;

/** The entry points of the admin's first screen. Each keeps its own file. */
const ROOTS = [
  "entry.client.tsx",
  "root.tsx",
  "routes/admin/layout.tsx",
  "routes/admin/protected.tsx",
  "routes/admin/dashboard.tsx",
].map(app);
/** No other screen uses it, so it stays in the dashboard's file. */
const DASHBOARD = app("features/dashboard/");

/** The package's index imports these, but the bundler tree-shakes them. They would pull in floating-ui. */
const SHAKEN = /\/@base-ui\/react\/toast\/(positioner|arrow)\//;

/** Order matters: what an earlier group takes, with all its imports, no later group takes. */
const GROUPS: [name: string, files: RegExp][] = [
  ["framework", /\/node_modules\/(react|react-dom|scheduler|react-router)\//],
  ["data", /\/node_modules\/(@supabase|@tanstack|tslib)\//],
  ["admin", /(?:)/],
];

type Modules = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** Everything the roots import statically, directly or indirectly. Dynamic imports are excluded. */
function closure(modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [...ROOTS];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || SHAKEN.test(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Bundles the code of the admin's first screen into three files instead of about forty, each of
 * which costs a request. The bundler still places all other code, so no screen carries another
 * screen's code.
 */
export function firstScreen(): Rolldown.OutputOptions["codeSplitting"] {
  let needed: Set<string> | undefined;
  const isNeeded = (id: string, modules: Modules) => {
    needed ??= closure(modules);
    return needed.has(id) && !ROOTS.includes(id) && !id.startsWith(DASHBOARD);
  };
  return {
    groups: GROUPS.map(([name, files], place) => ({
      debugName: name,
      priority: GROUPS.length - place,
      test: files,
      name: (id, modules) => (isNeeded(id, modules) ? name : null),
    })),
  };
}
