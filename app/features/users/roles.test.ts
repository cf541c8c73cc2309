import { expect, test } from "vitest";
import { lossesOf, type Role, roleOf, rolesFrom } from "./roles.ts";

test.each([
  [["owner"], "owner"],
  [["editor", "sales"], "editor,sales"],
  [[], undefined],
  [["toString"], undefined],
  [null, undefined],
])("the database's %j is the role %s", (roles, role) => {
  expect(roleOf(roles)).toBe(role);
});

test("only an owner makes owners", () => {
  expect(rolesFrom(true)).toContain("owner");
  expect(rolesFrom(false)).toEqual(["admin", "editor", "sales", "editor,sales"]);
});

test.each<[Role, Role, string[]]>([
  ["editor", "admin", []],
  ["editor", "editor,sales", []],
  ["admin", "owner", []],
  ["owner", "admin", ["They can no longer make or remove owners."]],
  ["editor,sales", "editor", ["Their leads will have no owner, and lead emails to them stop."]],
  [
    "admin",
    "sales",
    [
      "Their open invitations are revoked. Their webhooks stay on.",
      "Their preview links are revoked, and their schedules stop.",
    ],
  ],
  [
    "admin",
    "editor",
    [
      "Their open invitations are revoked. Their webhooks stay on.",
      "Their leads will have no owner, and lead emails to them stop.",
    ],
  ],
])("from %s to %s ends %j", (was, next, losses) => {
  expect(lossesOf(was, next, false)).toEqual(losses);
});

test("warns an admin who gives up their own rights", () => {
  expect(lossesOf("admin", "editor,sales", true)).toEqual([
    "You'll lose access to users and settings right away.",
    "Your open invitations are revoked. Your webhooks stay on.",
  ]);
});
