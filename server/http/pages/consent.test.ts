import { expect, test } from "vitest";
import { allowsAnalytics } from "./consent.ts";

test.each([
  [{ cookie: "analytics=allow" }, true],
  [{ cookie: "a=1; analytics=allow; b=2" }, true],
  [{ cookie: "a=1;analytics=allow" }, true],
  [{ cookie: "analytics=allow", "sec-gpc": "0", dnt: "0" }, true],
  [{}, false],
  [{ cookie: "" }, false],
  [{ cookie: "analytics=decline" }, false],
  [{ cookie: "analytics=allowed" }, false],
  [{ cookie: "analytics=Allow" }, false],
  [{ cookie: "my-analytics=allow" }, false],
  [{ cookie: "a=analytics=allow" }, false],
  [{ cookie: "analytics=allow", "sec-gpc": "1" }, false],
  [{ cookie: "analytics=allow", dnt: "1" }, false],
])("reads from %j that the visitor allows analytics: %s", (headers, allows) => {
  expect(allowsAnalytics(headers)).toBe(allows);
});
