import { existsSync, readFileSync } from "node:fs";

/** The parts of a unit file that the systemd stand-in uses. */
export function readUnit(text: string) {
  const all = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value]) => value as string);
  const last = (name: string) => all(name).at(-1);
  const environment: Record<string, string> = {};
  const add = (line: string) => {
    const [, name, value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
    if (name) environment[name] = value.replace(/^(["'])(.*)\1$/, "$2");
  };
  for (const line of all("Environment")) line.split(" ").forEach(add);
  for (const file of all("EnvironmentFile")) {
    const path = file.replace(/^-/, "");
    if (file.startsWith("-") && !existsSync(path)) continue;
    readFileSync(path, "utf8").split("\n").forEach(add);
  }
  return {
    user: last("User") ?? "root",
    workingDirectory: last("WorkingDirectory") ?? "/",
    stateDirectory: last("StateDirectory"),
    environment,
    commands: [...all("ExecStartPre"), last("ExecStart") ?? ""],
    noNewPrivileges: last("NoNewPrivileges") === "true",
    protectsSystem: last("ProtectSystem") === "strict",
    privateTmp: last("PrivateTmp") === "true",
  };
}
