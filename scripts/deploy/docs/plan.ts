/** A command from the documents, exactly as written there. */
export interface Listed {
  command: string;
  /** the user who runs it; root by default */
  user?: "root" | "loading-dock" | "postgres";
  /** runs in the service user's checkout, not in /opt/loading-dock */
  checkout?: true;
  /** what the reader types in place of dots, names and dates */
  fill?: [written: string, typed: string][];
  /** runs with the shell variables that the text introduces */
  shell?: true;
  /** the preparation that must run first: a name in preparations.ts */
  after?: string;
  /** what its output must match */
  prints?: RegExp;
  /** its expected exit code if not 0, such as grep's when it finds nothing */
  code?: number;
  /** keeps running until the next command needs the port */
  serves?: true;
  /** needs the host machine's network */
  network?: true;
  /** enter the password when prompted */
  password?: true;
}

const root = (command: string, more: Omit<Listed, "command"> = {}): Listed => ({
  command,
  ...more,
});
const service = (command: string, more: Omit<Listed, "command"> = {}): Listed => ({
  command,
  user: "loading-dock",
  checkout: true,
  ...more,
});
const postgres = (command: string, more: Omit<Listed, "command"> = {}): Listed => ({
  command,
  user: "postgres",
  ...more,
});
const LOG = "journalctl -u loading-dock";
const BY_ADDRESS = `| grep -o '"address":"[^"]*"' | sort | uniq -c | sort -rn | head`;

/** The order in which a reader of all three documents needs them. */
export const RUN: Listed[] = [
  root("useradd --system --home-dir /opt/loading-dock loading-dock"),
  root("git clone … /opt/loading-dock && cd /opt/loading-dock", { fill: [["…", "ORIGIN"]] }),
  root("npm ci && npm run build", { network: true }),
  root("cp deploy/loading-dock.service /etc/systemd/system/"),
  root("mkdir -p /etc/systemd/journald.conf.d"),
  root("cp deploy/journald.conf /etc/systemd/journald.conf.d/loading-dock.conf"),
  root("systemctl restart systemd-journald"),
  root("install -m 755 deploy/loading-dock /usr/local/bin/loading-dock"),
  root("install -m 640 -o root -g loading-dock /dev/null /etc/loading-dock.env"),
  root("systemctl enable --now loading-dock", { after: "settings" }),
  root("journalctl -u loading-dock", { after: "ready", prints: /password/i }),

  root("curl -s http://127.0.0.1:3000/readyz", { prints: /^database: ok$/m }),
  root("curl http://127.0.0.1:3000/readyz", { prints: /^files: ok$/m }),
  root('curl -s -H "Authorization: Bearer $METRICS_TOKEN" $SITE/readyz', {
    shell: true,
    prints: /^database: ok$/m,
  }),
  root('curl -H "Authorization: Bearer $METRICS_TOKEN" https://example.com/readyz', {
    shell: true,
    fill: [["https://example.com", "$SITE"]],
    prints: /^database: ok$/m,
  }),
  root("curl -s -o /dev/null -w '%{http_code}\\n' $SITE/healthz", {
    shell: true,
    prints: /^200$/m,
  }),
  root("curl -s http://127.0.0.1:3000/readyz | grep files", { prints: /^files: ok$/m }),
  root("loading-dock admin add you@example.com", { prints: /^you@example\.com is an admin/m }),
  root("loading-dock admin …", { fill: [["…", "add second@example.com"]], prints: /is an admin/ }),
  root("loading-dock import /var/lib/loading-dock/leads.csv", {
    after: "leads",
    prints: /^1 lead imported/m,
  }),
  root("loading-dock backup", { prints: /was restored and verified\.$/m }),
  root("loading-dock restore --list", { prints: /newest first/ }),
  root("loading-dock rollback", { code: 1, prints: /./ }),
  root("systemctl status loading-dock", { prints: /active \(running\)/ }),
  root("systemctl status systemd-journald"),
  root(`${LOG} --since -30min -o cat | grep -E '"level":"(error|warn)"' | tail -50`),
  root(`${LOG} -o cat | grep '"requestId":"<the number that the visitor saw>"'`, {
    fill: [["<the number that the visitor saw>", "REQUEST"]],
    prints: /"msg":"request"/,
  }),
  root(`${LOG} -n 20 -o cat`, { prints: /"msg"/ }),
  root(`${LOG} --since -15min -o cat | grep '"msg":"request"' | grep -E '"status":5' | tail`),
  root(`${LOG} --since -10min -o cat | grep '"source":"api"' ${BY_ADDRESS}`),
  root(`${LOG} --since -10min -o cat | grep '"msg":"refused"' ${BY_ADDRESS}`),
  root(`${LOG} --since -30min -o cat | grep -vE '"level":"(info|debug)"' | tail -30`),
  root("df -h", { prints: /\/var$/m }),
  root("df -h /var/log"),
  root("du -xh --max-depth=2 /var/lib/loading-dock | sort -h | tail", { prints: /postgres/ }),
  root("ls -ld /var/lib/loading-dock/media", { prints: /loading-dock/ }),
  root("openssl rand -hex 32", { prints: /^[0-9a-f]{64}$/m }),
  root(`curl -sI "$(sed -n 's/^S3_ENDPOINT=//p' /etc/loading-dock.env)"`, {
    after: "s3",
    prints: /^HTTP/,
  }),
  root("git pull", { after: "settings", prints: /Already up to date/ }),
  root("cd /opt/loading-dock && git pull", { prints: /Already up to date/ }),
  root("systemctl stop loading-dock"),
  root("systemctl start loading-dock"),
  root("loading-dock check-history", { after: "ready", prints: /^The history is complete\.$/m }),
  root("loading-dock check-history --accept", { prints: /./ }),
  root("loading-dock restore DATE --table services --id ROW", {
    after: "service",
    fill: [
      ["DATE", "TODAY"],
      ["ROW", "SERVICE"],
    ],
    prints: /./,
  }),
  root(
    "loading-dock DATA_DIR=/var/lib/loading-dock/restored BACKUP_TO=/var/lib/loading-dock/backups restore latest",
  ),
  root("echo 'DATA_DIR=/var/lib/loading-dock/restored' >> /etc/loading-dock.env"),
  root("echo 'BACKUP_TO=/var/lib/loading-dock/backups' >> /etc/loading-dock.env"),
  root("systemctl restart loading-dock"),

  postgres("psql -f deploy/postgres.sql -c '\\password loading_dock'", {
    after: "postgres",
    password: true,
  }),
  postgres("sed 's/loading_dock/restored/g' deploy/postgres.sql > /tmp/restored.sql"),
  postgres("psql -f /tmp/restored.sql -c '\\password restored'", { password: true }),
  root("loading-dock psql -c 'select 1'", { after: "database", prints: /1 row/ }),
  root("loading-dock psql"),
  root(
    "loading-dock DATABASE_URL=postgresql://restored:PASSWORD@127.0.0.1:5432/restored DATA_DIR=/var/lib/loading-dock/restored BACKUP_TO=/var/lib/loading-dock/backups restore latest",
    { after: "no-restored", fill: [["PASSWORD", "PASSWORD"]] },
  ),
  root(
    "loading-dock DATABASE_URL=postgresql://loading_dock:PASSWORD@127.0.0.1:5432/loading_dock rollback",
    { fill: [["PASSWORD", "PASSWORD"]], code: 1, prints: /./ },
  ),
  root("cp deploy/loading-dock@.service /etc/systemd/system/ && systemctl daemon-reload"),
  root("systemctl start loading-dock@3010"),
  root("until curl -fs http://127.0.0.1:3010/readyz; do sleep 1; done"),
  root("until curl -fs http://127.0.0.1:3000/readyz; do sleep 1; done"),
  root("systemctl stop loading-dock@3010"),
  postgres("psql -d loading_dock -f deploy/pgbouncer.sql -c '\\password pgbouncer'", {
    password: true,
  }),
  root("cp deploy/pgbouncer.ini /etc/pgbouncer/pgbouncer.ini"),
  root(`echo '"pgbouncer" "THE SAME PASSWORD"' > /etc/pgbouncer/userlist.txt`, {
    fill: [["THE SAME PASSWORD", "PASSWORD"]],
  }),
  root("systemctl restart pgbouncer"),

  service("npm start", { after: "pooled", serves: true }),
  service("npm run admin -- add you@example.com", { prints: /^you@example\.com is an admin/m }),
  service("npm run admin -- owner you@example.com", { prints: /^you@example\.com is an owner/m }),
  service("npm run admin -- reset-password you@example.com", {
    prints: /^you@example\.com signs in with this password now/m,
  }),
  service("npm run admin -- …", { fill: [["…", "add second@example.com"]], prints: /is an admin/ }),
  service("npm run import -- leads.csv", { after: "own-leads", prints: /^1 lead imported/m }),
  service("npm run backup", { prints: /was restored and verified\.$/m }),
  service("npm run backup -- backup.tar.gz", { prints: /^backup\.tar\.gz has/m }),
  service("npm run backup -- --new-key", { prints: /AGE-SECRET-KEY-/ }),
  service("npm run restore -- --list", { prints: /newest first/ }),
  service("DATA_DIR=restored BACKUP_TO=data/backups npm run restore -- 2026-11-21", {
    fill: [["2026-11-21", "TODAY"]],
  }),
  service("npm run restore -- 2026-11-21 --table faq_items > faqs.csv", {
    fill: [["2026-11-21", "TODAY"]],
  }),
  service("npm run restore -- NAME --table contact_submissions", {
    fill: [["NAME", "latest"]],
    prints: /ana@example\.com/,
  }),
  service("DATA_DIR=elsewhere npm run restore -- NAME", {
    fill: [["NAME", "backup.tar.gz"]],
  }),
  service("npm run check-history", { prints: /^The history is complete\.$/m }),
  service("npm run media -- clean", { prints: /./ }),
  service("npm run secrets -- rotate", { prints: /./ }),
  service("npm run rollback", { code: 1, prints: /./ }),
  service("npm run rollback -- NAME", { fill: [["NAME", "latest"]], code: 1, prints: /./ }),
  service("npm run rollback -- --yes", { code: 1, prints: /./ }),
  service("age -d -i key.txt 20261122T110000Z.tar.gz.1f2e3d4c.age | tar xz", {
    after: "encrypted",
    fill: [["20261122T110000Z.tar.gz.1f2e3d4c.age", "ENCRYPTED"]],
  }),
  service("DATA_DIR=data npm run restore -- latest", { after: "another-machine" }),
];

const CONTAINER = "no container engine here; npm run test:image takes the Dockerfile's steps";
const BASELINE = "needs a site from before the baseline; tests/db has one";
const READER = "sets what only the reader knows; the run sets its own";
const ITSELF = "is this test, or one as long";

/** Commands that can't run here, each with the reason. */
export const NOT_RUN: Record<string, string> = {
  "npm run admin -- reset-factor you@example.com": "nobody there has two-step verification",
  "docker compose -f deploy/compose.yaml up -d --build": CONTAINER,
  "docker compose -f deploy/compose.yaml logs site": CONTAINER,
  "docker compose -f deploy/compose.yaml logs --since 30m site": CONTAINER,
  "POSTGRES_PASSWORD=… docker compose -f deploy/compose.yaml -f deploy/compose.postgres.yaml up -d --build":
    CONTAINER,
  "docker compose -f deploy/compose.yaml exec site node server/cli/admin.ts add you@example.com":
    CONTAINER,
  "docker compose -f deploy/compose.yaml exec site node server/cli/backup.ts": CONTAINER,
  "docker compose -f deploy/compose.yaml exec site node server/cli/restore.ts --list": CONTAINER,
  "docker compose -f deploy/compose.yaml stop site": CONTAINER,
  "docker compose -f deploy/compose.yaml run --rm site node server/cli/rollback.ts --yes":
    CONTAINER,
  "docker compose -f deploy/compose.yaml run --rm -e DATA_DIR=/data/restored -e BACKUP_TO=/data/backups site node server/cli/restore.ts latest":
    CONTAINER,
  "docker compose -f deploy/compose.yaml exec site node -e \"fetch('http://127.0.0.1:3000/readyz').then(async (it) => console.log(await it.text()))\"":
    CONTAINER,
  "git fetch --unshallow": BASELINE,
  "gone=20261126080000_seen_by_the_set.sql": BASELINE,
  'git checkout "$(git log -1 --format=%h --diff-filter=D -- supabase/migrations/$gone)^"':
    BASELINE,
  "git switch main && npm start": BASELINE,
  "dmesg | grep -i 'killed process'":
    "the kernel's log is of the whole machine, here not of the service alone",
  "SITE=https://www.example.com": READER,
  "METRICS_TOKEN=$(sed -n 's/^METRICS_TOKEN=//p' /etc/loading-dock.env)": READER,
  "npm ci": "is a part of npm ci && npm run build",
  "npm run build": "is a part of npm ci && npm run build",
  "git clone": "names a step above",
  "npm run release": "packs the program; tests/server/release.test.ts starts the archive",
  "systemctl reload loading-dock": "tests/server/process/workers.test.ts sends its signal",
  "npm run admin -- reset-factor EMAIL": "nobody there has two-step verification",
  "npm run": "names the program",
  "sed 's/loading_dock/NAME/g'": "is a part of the commands for another name",
  "npm run test:image": ITSELF,
  "npm run test:deploy": ITSELF,
  "npm run bench:import": ITSELF,
};
