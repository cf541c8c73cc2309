import { randomUUID } from "node:crypto";
import { authOperations } from "#server/backend/auth/operations.ts";
import { storageOperations } from "#server/backend/gateway/storage.ts";

/** A plain request, as ordinary clients send it. */
export interface Plain {
  method: string;
  /** path and query */
  target: string;
  body?: string;
}

type Sample = { query?: string; body?: object };

const email = "ann@example.com";
const password = "some-password";

/** One sample for each row of the gateway's table; a missing one is a type error. */
const accounts: Record<keyof typeof authOperations, Sample> = {
  signUp: { body: { email, password, data: { full_name: "Ann Lee" } } },
  signIn: { query: "grant_type=password", body: { email, password } },
  refresh: { query: "grant_type=refresh_token", body: { refresh_token: randomUUID() } },
  getUser: {},
  updateUser: { body: { password } },
  signOut: { query: "scope=local" },
  verify: { body: { token_hash: "abc", type: "signup" } },
  recover: { body: { email } },
  resend: { body: { email, type: "signup" } },
  enroll: { body: { factor_type: "totp" } },
  challenge: { body: {} },
  verifyFactor: { body: { challenge_id: "1.a", code: "123456" } },
  unenroll: {},
  recoveryCodes: {},
  makeRecoveryCodes: {},
  replaceRecoveryCodes: {},
  verifyRecoveryCode: { body: { code: "abc" } },
  removeRecoveryCodes: {},
  health: {},
};

const files: Record<keyof typeof storageOperations, Sample & { key?: string }> = {
  file: { key: "uploads/box.png" },
  variant: { key: "uploads/box.png", query: "width=160" },
  ownFile: { key: "uploads/box.png" },
  info: { key: "uploads/box.png" },
  publicInfo: { key: "uploads/box.png" },
  upload: { key: "uploads/box.png" },
  replace: { key: "uploads/box.png" },
  remove: { body: { prefixes: ["uploads/box.png"] } },
  list: { body: { prefix: "uploads" } },
};

const row = { name: "Ann", email };

const tables: Record<string, Plain> = {
  read: { method: "GET", target: "/rest/v1/services?select=title&title=eq.Returns" },
  head: { method: "HEAD", target: "/rest/v1/services?select=title" },
  insert: { method: "POST", target: "/rest/v1/contact_submissions", body: JSON.stringify(row) },
  update: {
    method: "PATCH",
    target: "/rest/v1/contact_submissions?email=eq.x",
    body: JSON.stringify(row),
  },
  remove: { method: "DELETE", target: "/rest/v1/contact_submissions?email=eq.x" },
  call: {
    method: "POST",
    target: "/rest/v1/rpc/admin_invite",
    body: JSON.stringify({ email, full_name: "Ann" }),
  },
};

const asked = (service: string, method: string, path: string, { query, body }: Sample): Plain => ({
  method,
  target: `/${service}/v1${path}${query ? `?${query}` : ""}`,
  ...(body && { body: JSON.stringify(body) }),
});

/**
 * Every operation that the gateway knows, as one plain request each.
 * @param functions the names of all edge functions
 */
export const everyOperation = (functions: Iterable<string>): [name: string, plain: Plain][] => [
  ...Object.entries(authOperations).flatMap(([name, { methods, path }]) =>
    methods.map((method): [string, Plain] => [
      `auth ${name}`,
      asked(
        "auth",
        method,
        path.replace("{id}", randomUUID()),
        accounts[name as keyof typeof accounts],
      ),
    ]),
  ),
  ...Object.entries(storageOperations).flatMap(([name, { methods, path }]) =>
    methods.map((method): [string, Plain] => {
      const { key = "", ...sample } = files[name as keyof typeof files];
      return [`storage ${name} ${method}`, asked("storage", method, path + key, sample)];
    }),
  ),
  ...Object.entries(tables).map(([name, plain]): [string, Plain] => [`rest ${name}`, plain]),
  ...[...functions].flatMap((name) =>
    ["GET", "POST"].map((method): [string, Plain] => [
      `functions ${name} ${method}`,
      asked("functions", method, `/${name}`, method === "POST" ? { body: row } : {}),
    ]),
  ),
];
