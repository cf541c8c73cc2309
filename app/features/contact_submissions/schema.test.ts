import { describe, expect, test } from "vitest";
import { defaultFieldsConfig } from "#app/content/index.ts";
import { HIDDEN, UNCHANGED } from "#tests/support/samples/odd-text.ts";
import { type ContactEntries, readEntries } from "./entries.ts";
import { checkEntries, readLeadEstimate, readOpenedAt } from "./schema.ts";

const { fields } = defaultFieldsConfig;
const good: ContactEntries = {
  name: "Ada Park",
  email: "ada@tinyshop.example",
  business_name: "",
  monthly_volume: "51-100",
  platforms: ["Etsy"],
  message: "",
};
const check = (changes: Partial<ContactEntries>) => checkEntries(fields, { ...good, ...changes });
const errors = (changes: Partial<ContactEntries>) => {
  const result = check(changes);
  return "errors" in result ? result.errors : {};
};

describe("the sentences of rule C-2", () => {
  test.each<[keyof ContactEntries, Partial<ContactEntries>, string]>([
    ["name", { name: "A" }, "Name must be at least 2 characters"],
    ["name", { name: " A  " }, "Name must be at least 2 characters"],
    ["email", { email: "" }, "Please enter a valid email address"],
    ["email", { email: "ada@tinyshop" }, "Please enter a valid email address"],
    ["email", { email: "a..b@tinyshop.example" }, "Please enter a valid email address"],
    ["email", { email: `ada@${"b".repeat(300)}.example` }, "Please enter a valid email address"],
    ["email", { email: `${"a".repeat(250)}@b.example` }, "Please enter a valid email address"],
    ["monthly_volume", { monthly_volume: "" }, "Please select your monthly order volume"],
    ["platforms", { platforms: [] }, "Please select at least one platform"],
    ["message", { message: "x".repeat(5001) }, "Message must be at most 5,000 characters"],
  ])("%s", (field, changes, sentence) => expect(errors(changes)).toEqual({ [field]: sentence }));

  test.each(["Ana \ud83d", "Ana \ufffd"])("a name with half a character: %j", (name) => {
    expect(errors({ name, business_name: name })).toEqual({
      name: "Name contains an invalid character",
      business_name: "Business name contains an invalid character",
    });
  });

  test("names every wrong field at once", () => {
    expect(Object.keys(errors({ name: "", email: "", monthly_volume: "", platforms: [] }))).toEqual(
      ["name", "email", "monthly_volume", "platforms"],
    );
  });
});

test("stores values trimmed, email in lower case, and blank optional ones as null", () => {
  expect(check({ name: "  Ada \n Park ", email: " Ada@TinyShop.example ", message: "  " })).toEqual(
    {
      values: { ...good, email: "ada@tinyshop.example", business_name: null, message: null },
    },
  );
});

test("removes invisible characters, and keeps emoji and every letter", () => {
  for (const [typed, visible] of HIDDEN)
    expect(check({ name: typed, business_name: typed, platforms: [typed] })).toMatchObject({
      values: { name: visible, business_name: visible, platforms: [visible] },
    });
  for (const message of UNCHANGED)
    expect(check({ message })).toMatchObject({ values: { message } });
  expect(errors({ name: "\u200b\u202e\u3164" })).toEqual({
    name: "Name must be at least 2 characters",
  });
});

test("names a field by its label when staff made it required", () => {
  const demanding = fields.map((field) =>
    field.name === "business_name" ? { ...field, label: "Your shop", required: true } : field,
  );
  expect(checkEntries(demanding, good)).toEqual({
    errors: { business_name: 'Please fill in "Your shop"' },
  });
});

test("reads missing, repeated and uploaded parts as text", () => {
  const form = new FormData();
  form.append("name", new File(["x"], "x.txt"));
  form.append("platforms", "Etsy");
  form.append("platforms", "Amazon");
  form.append("status", "closed");
  expect(readEntries(form)).toEqual({
    name: "",
    email: "",
    business_name: "",
    monthly_volume: "",
    platforms: ["Etsy", "Amazon"],
    message: "",
  });
});

test.each<[string | undefined, number | undefined]>([
  ["1000", 1000],
  ["5000", 5000],
  ["5001", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["", undefined],
  [undefined, undefined],
])("a page's stamp of %j is read as %j at 5000", (stamp, openedAt) => {
  const form = new FormData();
  if (stamp !== undefined) form.append("opened_at", stamp);
  expect(readOpenedAt(form, 5000)).toBe(openedAt);
});

describe("the estimate that a form carries", () => {
  const estimate = { orders: 300, items: 2, cubic_feet: 40, returns: true, low: 440, high: 1820 };
  const carried = (value: unknown) =>
    readLeadEstimate({ ...good, estimate: JSON.stringify(value) });

  test("is read as calculated", () => {
    expect(carried(estimate)).toEqual(estimate);
    const whole = { ...estimate, size: "small", cartons: 12, ounces: 8 };
    expect(carried(whole)).toEqual(whole);
  });

  test.each([
    [null],
    ["440"],
    [{ ...estimate, orders: 0 }],
    [{ ...estimate, items: 1_001 }],
    [{ ...estimate, returns: "yes" }],
    [{ ...estimate, low: 1_821 }],
    [{ ...estimate, note: "more" }],
    [{ ...estimate, size: "huge" }],
    [{ ...estimate, cartons: -1 }],
    [{ ...estimate, ounces: 10_001 }],
    [{ ...estimate, high: undefined }],
  ])("is ignored: %j", (value) => {
    expect(carried(value)).toBeNull();
  });

  test("is ignored when it is missing or not JSON", () => {
    expect(readLeadEstimate({ ...good, estimate: "{" })).toBeNull();
    expect(readLeadEstimate(good)).toBeNull();
  });
});
