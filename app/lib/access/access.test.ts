import { expect, test } from "vitest";
import { accessOf, mayUse, type Right } from "./access.ts";

const RIGHTS: Right[] = ["administer", "editContent", "handleLeads"];

test.each([
  [["owner"], "Owner", RIGHTS],
  [["admin"], "Admin", RIGHTS],
  [["editor"], "Editor", ["editContent"]],
  [["sales"], "Sales", ["handleLeads"]],
  [["editor", "sales"], "Editor and Sales", ["editContent", "handleLeads"]],
  [[], "", []],
])("%s", (roles, name, rights) => {
  const access = accessOf(roles);
  expect(access.role).toBe(name);
  expect(RIGHTS.filter((right) => access[right])).toEqual(rights);
});

test("one of the needed rights is enough", () => {
  expect(mayUse(accessOf(["sales"]), ["editContent", "handleLeads"])).toBe(true);
  expect(mayUse(accessOf(["sales"]), ["editContent", "administer"])).toBe(false);
});
