import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let t: TestBackend;
beforeAll(async () => {
  t = await openTestBackend();
});
afterAll(() => t.close());

test("answers a check violation with 400, code 23514 and the rule", async () => {
  const admin = await t.admin();
  const { error, status } = await admin
    .from("pricing_items")
    .insert({ service_name: " ", rate: "$1", display_order: 0 });
  expect(status).toBe(400);
  expect(error?.code).toBe("23514");
  expect(error?.message).toContain("violates check constraint");
});

test("a refused statement prints one line in the log and nothing on the console", async () => {
  const output = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  const errors = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
  const lines: string[] = [];
  const loud = await openTestBackend({}, lines);
  lines.length = 0;
  const message = { name: "x", email: "x@example.com", monthly_volume: "", platforms: [] };
  await loud.request(
    "/rest/v1/contact_submissions",
    {
      method: "POST",
      headers: { apikey: loud.backend.publishableKey, "content-type": "application/json" },
      body: JSON.stringify(message),
    },
    // The log has a limit for each address, and this process runs other test files.
    { clientAddress: "203.0.113.32" },
  );
  await loud.close();
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "info",
    requestId: "test",
    address: "203.0.113.32",
    reason: "23514",
    err: { code: "23514" },
  });
  expect(lines[0]).not.toContain("node_modules");
  expect(output).not.toHaveBeenCalled();
  expect(errors).not.toHaveBeenCalled();
});
