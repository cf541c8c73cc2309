import { expect, test } from "vitest";
import { schema } from "./schema.ts";
import { unknownSettings } from "./unknown-settings.ts";

test.each([
  ["TRUST_PROXYS", "TRUST_PROXY"],
  ["BACKUP_T0", "BACKUP_TO"],
  ["DATABASE_URI", "DATABASE_URL"],
  ["site_url", "SITE_URL"],
  ["PORTS", "PORT"],
])("%s is a near-miss of %s", (name, meant) =>
  expect(unknownSettings({ [name]: "1" })).toEqual([
    `${name} is not a setting and is ignored. Did you mean ${meant}?`,
  ]),
);

test("names a variable with a prefix of ours", () =>
  expect(unknownSettings({ S3_REGION: "auto" })).toEqual([
    "S3_REGION is not a setting and is ignored. README.md lists all settings.",
  ]));

test("each setting of two words has its prefix among them", () => {
  for (const known of Object.keys(schema.shape).filter((name) => name.includes("_"))) {
    const name = `${known.split("_")[0]}_OF_ANOTHER_KIND`;
    expect(unknownSettings({ [name]: "1" }), name).toHaveLength(1);
  }
});

test.each(["PORT", "TRUST_PROXY", "PATH", "HOME", "HOSTNAME", "SORT", "NODE_ENV", "TERM", "LANG"])(
  "says nothing about %s",
  (name) => expect(unknownSettings({ [name]: "1" })).toEqual([]),
);

test("says nothing about a variable that is empty", () =>
  expect(unknownSettings({ TRUST_PROXYS: "", S3_REGION: undefined })).toEqual([]));
