/** The parts of package-lock.json (npm's version 3) and package.json that we read. */
export interface LockedPackage {
  name?: string;
  version?: string;
  license?: string;
  integrity?: string;
  /** omitted for packages from the configured npm registry */
  resolved?: string;
  link?: boolean;
  inBundle?: boolean;
  dev?: boolean;
  hasInstallScript?: boolean;
}

export interface Lock {
  lockfileVersion: number;
  packages: Record<string, LockedPackage>;
}

export interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
}

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

/** The packages in a lock file with their names: `node_modules/a/node_modules/@b/c` is @b/c. */
export const lockedIn = ({ packages }: Lock) =>
  Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, one]) => ({
      ...one,
      path,
      name: one.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    }));

/** Problems with package sources and install scripts, one sentence each. */
export function checkLock(lock: Lock, manifest: Manifest): string[] {
  if (lock.lockfileVersion !== 3)
    return [`package-lock.json has version ${lock.lockfileVersion}, and 3 can be read.`];
  const allowed = manifest.allowScripts ?? {};
  const asked = { ...manifest.dependencies, ...manifest.devDependencies };
  return [
    ...Object.entries(asked)
      .filter(([, version]) => !EXACT.test(version))
      .map(([name, version]) => `${name} is asked for as "${version}". Pin one version.`),
    ...lockedIn(lock).flatMap((one) => [
      ...(one.link || one.resolved
        ? [`${one.path} comes from ${one.resolved ?? "a link"}, not from the registry.`]
        : []),
      ...(isSealed(lock, one) ? [] : [`${one.path} has no integrity (sha512) in the lock file.`]),
      ...(one.hasInstallScript && !(one.name in allowed)
        ? [`${one.name} runs a script when it is installed. Say in allowScripts whether it may.`]
        : []),
    ]),
  ];
}

/** Whether the package has a sha512 digest, or is bundled in a package that has one. */
function isSealed({ packages }: Lock, one: LockedPackage & { path: string }): boolean {
  if (one.integrity) return /^sha512-[\w+/]{86}==$/.test(one.integrity);
  const parent = packages[one.path.slice(0, one.path.lastIndexOf("/node_modules/"))];
  return Boolean(one.inBundle && parent?.integrity);
}
