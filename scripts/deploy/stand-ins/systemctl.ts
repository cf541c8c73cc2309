/** Emulates `systemctl` without systemd: starts and stops a service according to its unit file. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readUnit } from "./unit.ts";

const FOLDERS = ["/etc/systemd/system", "/lib/systemd/system"];
const STATE = "/run/stand-ins";

const [verb = "", ...words] = process.argv.slice(2);
const name = words.find((word) => !word.startsWith("--")) ?? "";
/** For a template unit: its file, and the instance name for %i. */
const [file, instance = ""] = name.split(/(?<=@)/);
const pidFile = join(STATE, `${name}.pid`);
mkdirSync(STATE, { recursive: true });

switch (name === "systemd-journald" ? "journal" : verb) {
  case "journal":
  case "daemon-reload":
    break;
  case "enable":
    if (words.includes("--now")) start();
    break;
  case "start":
    start();
    break;
  case "stop":
    await stop();
    break;
  case "restart":
    await stop();
    start();
    break;
  case "status": {
    const pid = running();
    console.log(`${name}: ${pid ? `active (running), main PID ${pid}` : "inactive (dead)"}`);
    // systemd's exit code for a service that is not running.
    process.exitCode = pid ? 0 : 3;
    break;
  }
  default:
    console.error(`the stand-in has no ${verb}`);
    process.exitCode = 1;
}

function start() {
  const path = FOLDERS.map((folder) => join(folder, `${file}.service`)).find(existsSync);
  if (!path) throw new Error(`there is no unit ${name}`);
  const unit = readUnit(readFileSync(path, "utf8").replaceAll("%i", instance));
  const state = unit.stateDirectory && join("/var/lib", unit.stateDirectory);
  if (state) {
    mkdirSync(state, { recursive: true, mode: 0o755 });
    execFileSync("chown", [`${unit.user}:`, state]);
  }
  const log = openSync(join(STATE, `${name}.log`), "a");
  const privileges = unit.noNewPrivileges ? " --no-new-privs" : "";
  const asUser = `setpriv --reuid=${unit.user} --regid=${unit.user} --init-groups${privileges} --`;
  const shell = [
    ...(unit.protectsSystem ? [readOnly(state)] : []),
    ...(unit.privateTmp ? ["mount -t tmpfs -o mode=1777 tmpfs /tmp"] : []),
    `cd ${unit.workingDirectory}`,
    // The last command replaces the shell.
    ...unit.commands.map(
      (command, at, all) => `${at < all.length - 1 ? "" : "exec "}${asUser} ${command}`,
    ),
  ].join(" && ");
  const child = spawn("unshare", ["--mount", "sh", "-c", shell], {
    detached: true,
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ...unit.environment },
    stdio: ["ignore", log, log],
  });
  writeFileSync(pidFile, String(child.pid));
  child.unref();
}

/** ProtectSystem=strict: every mount is read-only except the state folder, /tmp and kernel file systems. */
function readOnly(state: string | undefined) {
  const own = state ? `mount --bind ${state} ${state} && ` : "";
  return `${own}awk '{print $5}' /proc/self/mountinfo | grep -vE '^(/dev|/proc|/sys|/tmp|${state ?? "/tmp"})(/|$)' | while read -r path; do mount -o remount,bind,ro "$path" || exit 1; done`;
}

/** Signals the main process, which ends the others (KillMode=mixed). */
async function stop() {
  const pid = running();
  if (!pid) return;
  process.kill(pid, "SIGTERM");
  while (running()) await new Promise((resolve) => setTimeout(resolve, 20));
  rmSync(pidFile);
}

function running(): number | undefined {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, "utf8"));
  try {
    // Nothing reaps a process that has ended, so it stays a zombie (Z).
    const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return state === "Z" ? undefined : pid;
  } catch {
    return;
  }
}
