import { expect, test } from "vitest";
import { allowsAnalytics } from "./consent.ts";

test.each([
  [{ cookie: "analytics_choice=allow" }, true],
  [{ cookie: "a=1; analytics_choice=allow; b=2" }, true],
  [{ cookie: "a=1;analytics_choice=allow" }, true],
  [{ cookie: "analytics_choice=allow", "sec-gpc": "0", dnt: "0" }, true],
  [{}, false],
  [{ cookie: "" }, false],
  [{ cookie: "analytics_choice=decline" }, false],
  [{ cookie: "analytics_choice=decline; analytics_choice=allow" }, false],
  [{ cookie: "analytics_choice=allowed" }, false],
  [{ cookie: "analytics_choice=Allow" }, false],
  [{ cookie: "my_analytics_choice=allow" }, false],
  [{ cookie: "a=analytics_choice=allow" }, false],
  [{ cookie: "analytics_choice=allow", "sec-gpc": "1" }, false],
  [{ cookie: "analytics_choice=allow", dnt: "1" }, false],
])("reads from %j that the visitor allows analytics: %s", (headers, allows) => {
  expect(allowsAnalytics(headers)).toBe(allows);
});
