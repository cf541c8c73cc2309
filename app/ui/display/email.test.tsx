import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Email } from "./email.tsx";

test("an email address may break before its @ and its dots only", () => {
  expect(renderToStaticMarkup(<Email address="ana.ruiz@halfmoon.example" />)).toBe(
    '<span class="inline-block max-w-full">ana<wbr/>.ruiz<wbr/>@halfmoon<wbr/>.example</span>',
  );
});
