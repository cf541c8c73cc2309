import type { Rolldown } from "vite";

const app = (path: string) => new URL(`../../app/${path}`, import.meta.url).pathname;

/** What the admin's first screen is made of; each has a file of its own. */
const ROOTS = [
  "entry.client.tsx",
  "root.tsx",
  "routes/admin/layout.tsx",
  "routes/admin/protected.tsx",
  "routes/admin/dashboard.tsx",
].map(app);
/** Of no use to another screen: it stays with the dashboard's own file. */
const DASHBOARD = app("features/dashboard/");

/** Named by the index of what is needed, and left out of it by the bundler: floating-ui comes with them. */
const SHAKEN = /\/@base-ui\/react\/toast\/(positioner|arrow)\//;

/** In this order: what an earlier one has taken, with all that it imports, no later one takes. */
const GROUPS: [name: string, files: RegExp][] = [
  ["framework", /\/node_modules\/(react|react-dom|scheduler|react-router)\//],
  ["data", /\/node_modules\/(@supabase|@tanstack|tslib)\//],
  ["admin", /(?:)/],
];

type Modules = Pick<Rolldown.PluginContext, "getModuleInfo">;

/** All that the roots import, and what that imports, but not what comes on demand. */
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
 * Puts what the admin's first screen needs into three files in place of some forty, each of them an
 * exchange with the server. What it does not need stays where the bundler puts it, and so no screen
 * carries another's code.
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
