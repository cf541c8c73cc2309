import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readUnit } from "./unit.ts";

test("reads the shipped unit", () => {
  const unit = readUnit(readFileSync("deploy/loading-dock.service", "utf8"));
  expect(unit).toMatchObject({
    user: "loading-dock",
    workingDirectory: "/opt/loading-dock",
    stateDirectory: "loading-dock",
    noNewPrivileges: true,
    protectsSystem: true,
    privateTmp: true,
  });
  expect(unit.environment).toMatchObject({ DATA_DIR: "/var/lib/loading-dock" });
  expect(unit.commands.at(-1)).toMatch(
    /^\/opt\/loading-dock\/node_modules\/node\/bin\/node .*server\/index\.ts$/,
  );
});
