import { expect, test } from "vitest";
import { USER_MESSAGES as words } from "./messages.ts";

test("sentences about a person name them", () => {
  for (const said of [words.invited, words.revoked, words.removed, words.confirmationSent])
    expect(said("a@b.test")).toContain("a@b.test");
  expect(words.roleChanged("a@b.test", "Sales")).toBe("a@b.test is now Sales");
  expect(words.load()).toBe("Failed to fetch users");
});
