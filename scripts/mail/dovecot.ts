import { spawn, spawnSync } from "node:child_process";
import { chmod, chown, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { createConnection } from "node:net";
import { type UserInfo, userInfo } from "node:os";
import { join } from "node:path";
import { selfSigned } from "#tests/support/samples/certificate.ts";
import { end, freePort, until } from "../tools/server.ts";

const USER = "reply@example.com";
const PASSWORD = "only:for/this@machine";

/** The dovecot on the path, or the end of this program with a sentence. */
function requireDovecot(): string {
  const { error, stdout } = spawnSync("dovecot", ["--version"], { encoding: "utf8" });
  if (!error) return stdout.split(" ", 1).join().trim();
  console.error("dovecot is missing. On Debian: apt-get install dovecot-imapd");
  process.exit(1);
}

/** Who may read the maildir: dovecot never does it as root. */
function ownerOf({ uid, gid }: UserInfo<string>) {
  return uid === 0
    ? { uid: Number(id("-u", "nobody")), gid: Number(id("-g", "nobody")) }
    : { uid, gid };
}

const id = (...asked: string[]) => spawnSync("id", asked, { encoding: "utf8" }).stdout.trim();

/** Settings for a dovecot that isn't started by root: it can't change its user or root folder. */
const withoutRoot = ({ uid, username }: UserInfo<string>) =>
  uid === 0
    ? ""
    : `default_login_user = ${username}
default_internal_user = ${username}
default_internal_group = ${id("-gn")}
service anvil {
  chroot =
}
service imap-login {
  chroot =
}
`;

/** A real IMAP server with one mailbox in `folder`, over TLS with a self-signed certificate. */
export async function startDovecot(folder: string) {
  const version = requireDovecot();
  const user = userInfo();
  const { uid, gid } = ownerOf(user);
  const port = await freePort();
  const maildir = join(folder, "maildir");
  const certificate = join(folder, "certificate.pem");
  for (const name of ["", "cur", "new", "tmp"]) {
    await mkdir(join(maildir, name), { recursive: true });
    await chown(join(maildir, name), uid, gid);
  }
  await chmod(folder, 0o755);
  await writeFile(certificate, selfSigned.cert);
  await writeFile(join(folder, "key.pem"), selfSigned.key, { mode: 0o600 });
  const config = join(folder, "dovecot.conf");
  await writeFile(
    config,
    `base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${certificate}
ssl_key = <${folder}/key.pem
mail_location = maildir:${maildir}
first_valid_uid = 1
${withoutRoot(user)}service imap-login {
  inet_listener imap {
    port = 0
  }
  inet_listener imaps {
    port = ${port}
  }
}
passdb {
  driver = static
  args = password=${PASSWORD}
}
userdb {
  driver = static
  args = uid=${uid} gid=${gid} home=${folder}
}
`,
  );
  const child = spawn("dovecot", ["-F", "-c", config], { stdio: ["ignore", "inherit", "inherit"] });
  await until(
    () => answers(port),
    () =>
      child.exitCode === null ? undefined : `dovecot did not start; see ${folder}/dovecot.log`,
  );

  let delivered = 0;
  return {
    version,
    /** IMAP_URL, and how the server comes to trust this certificate */
    settings: {
      IMAP_URL: `imaps://${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}@localhost:${port}/`,
      NODE_EXTRA_CA_CERTS: certificate,
    },
    /** Adds an email as a delivery agent does: it appears at once and whole. */
    async deliver(raw: string) {
      delivered += 1;
      const name = `${String(delivered).padStart(6, "0")}.${process.pid}.localhost`;
      const file = join(maildir, "tmp", name);
      await writeFile(file, raw);
      await chown(file, uid, gid);
      await rename(file, join(maildir, "new", name));
    },
    /** How many emails are in the mailbox, and how many of them are marked as read. */
    async count() {
      const names = [
        ...(await readdir(join(maildir, "new"))),
        ...(await readdir(join(maildir, "cur"))),
      ];
      return { all: names.length, read: names.filter((name) => /:2,.*S/.test(name)).length };
    },
    log: () => readFile(join(folder, "dovecot.log"), "utf8"),
    stop: () => end(child),
  };
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = createConnection(port, "127.0.0.1");
    socket.once("connect", () => socket.end(() => resolve(true)));
    socket.once("error", () => resolve(false));
  });
