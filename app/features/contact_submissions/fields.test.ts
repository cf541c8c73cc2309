import { describe, expect, test } from "vitest";
import { defaultFieldsConfig } from "#app/content/index.ts";
import { readFields } from "./fields.ts";

const read = (config: unknown) => readFields(JSON.stringify(config));
const find = (config: unknown, name: string) =>
  read(config).fields.find((field) => field.name === name);

test("the built-in configuration reads as itself", () => {
  expect(read(defaultFieldsConfig)).toEqual(defaultFieldsConfig);
});

describe("what staff may change", () => {
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

  test("an optional field can be demanded", () => {
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

describe("what they may not", () => {
  test("take a field away", () => {
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
])("unusable text %j counts as the built-in fields, and says why", (json) => {
  const { fields, problem } = readFields(json);
  expect(fields).toEqual(defaultFieldsConfig.fields);
  expect(problem).toMatch(/^It /);
});
