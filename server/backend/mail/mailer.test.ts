import { readFile, rm } from "node:fs/promises";
import { expect, test } from "vitest";
import type { Query } from "#server/backend/postgres/pool.ts";
import { readEnv } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { temporaryFolder } from "#tests/support/folder.ts";
import { companySender, createMailer } from "./mailer.ts";

test.each([
  ["Evergreen", [{ setting_value: "Evergreen" }]],
  ["Loading Dock", [{ setting_value: "" }]],
  ["Loading Dock", []],
])("sends as %s when the company's name is %j", async (name, rows) => {
  const query: Query = async () => rows as never;
  expect(await companySender(query, "https://www.example.com")).toEqual({
    name,
    address: "no-reply@www.example.com",
  });
});

test("without a mail server, the log has an email's recipient and file, not its words", async () => {
  const folder = await temporaryFolder();
  const lines: string[] = [];
  const log = createLog("info", { write: (line) => void lines.push(line) });
  const sender = async () => ({ name: "Evergreen", address: "no-reply@example.com" });
  const link = "https://www.example.com/admin/confirm?token_hash=secret";
  const mail = { id: "m", to: "team@example.com", subject: "New lead: Ana Ruiz", html: "" };
  await createMailer(readEnv({ DATA_DIR: folder }), log, sender).send({ ...mail, text: link });
  expect(lines).toHaveLength(1);
  const { to, file } = JSON.parse(lines[0] ?? "");
  expect(to).toBe("team@example.com");
  expect(await readFile(file, "utf8")).toContain("New lead: Ana Ruiz");
  expect(lines[0]).not.toMatch(/Ana Ruiz|secret/);
  await rm(folder, { recursive: true });
});
