import { describe, expect, test } from "vitest";
import { defaultFieldsConfig } from "#app/content/index.ts";
import { readFields, volumeOf } from "./fields.ts";

const read = (config: unknown) => readFields(JSON.stringify(config));
const find = (config: unknown, name: string) =>
  read(config).fields.find((field) => field.name === name);

test("reads the built-in configuration unchanged", () => {
  expect(read(defaultFieldsConfig)).toEqual(defaultFieldsConfig);
});

describe("staff can change", () => {
  test("labels, hints and choices", () => {
    const platforms = {
      name: "platforms",
      label: "Shops",
      help: "All of them",
      choices: ["Etsy", { value: "Other", label: "Something else" }],
    };
    expect(find({ fields: [platforms] }, "platforms")).toMatchObject({
      label: "Shops",
      help: "All of them",
      choices: [
        { value: "Etsy", label: "Etsy" },
        { value: "Other", label: "Something else" },
      ],
    });
  });

  test("require an optional field", () => {
    expect(find([{ name: "message", required: true }], "message")?.required).toBe(true);
  });

  test("the order: listed fields first", () => {
    const { fields } = read([{ name: "email" }, { name: "name" }]);
    expect(fields.map(({ name }) => name)).toEqual([
      "email",
      "name",
      "business_name",
      "monthly_volume",
      "platforms",
      "message",
    ]);
  });
});

describe("staff can't", () => {
  test("remove a field", () => {
    expect(read({ fields: [] }).fields).toEqual(defaultFieldsConfig.fields);
  });

  test("make a required field optional", () => {
    expect(find([{ name: "email", required: false }], "email")?.required).toBe(true);
  });

  test("add a field that has no column, or the same twice", () => {
    const { fields } = read([{ name: "fax" }, { name: "name", label: "A" }, { name: "name" }]);
    expect(fields).toHaveLength(6);
    expect(fields[0]?.label).toBe("A");
  });
});

test.each([
  "",
  "{",
  "null",
  "42",
  '{"fields":{}}',
  '{"fields":[{"label":"No name"}]}',
  '{"fields":[{"name":"platforms","choices":[]}]}',
])("uses the built-in fields for unusable text %j, and reports why", (json) => {
  const { fields, problem } = readFields(json);
  expect(fields).toEqual(defaultFieldsConfig.fields);
  expect(problem).toMatch(/^The form fields /);
});

test.each([
  [1, "0-50"],
  [50, "0-50"],
  [51, "51-100"],
  [300, "101-500"],
  [1_000, "501-1000"],
  [25_000, "1000+"],
])("%d orders are the volume %s", (orders, choice) => {
  expect(volumeOf(orders, defaultFieldsConfig.fields)).toBe(choice);
});

test("maps no number to choices in words", () => {
  const choices = [{ value: "A few", label: "A few" }];
  const fields = defaultFieldsConfig.fields.map((field) =>
    field.name === "monthly_volume" ? { ...field, choices } : field,
  );
  expect(volumeOf(300, fields)).toBe("");
});
