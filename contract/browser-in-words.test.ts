import { expect, test } from "vitest";
import { browserInWords } from "./browser-in-words.ts";

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)";
const WEBKIT = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const BLINK = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64)";

test.each([
  [`${WINDOWS} ${BLINK} Safari/537.36`, "Chrome on Windows"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [`${WINDOWS} ${BLINK} Safari/537.36 Edg/142.0.0.0`, "Edge on Windows"],
  [`${WINDOWS} ${BLINK} Safari/537.36 OPR/124.0.0.0`, "Opera on Windows"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Firefox on Windows",
  ],
  [`${MAC} ${BLINK} Safari/537.36`, "Chrome on macOS"],
  [`${MAC} ${WEBKIT} Version/18.6 Safari/605.1.15`, "Safari on macOS"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
    "Firefox on macOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on Linux"],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${BLINK} Safari/537.36`, "Chrome on ChromeOS"],
  [`${ANDROID} ${BLINK} Mobile Safari/537.36`, "Chrome on Android"],
  [`${ANDROID} ${BLINK} Mobile Safari/537.36 EdgA/142.0.0.0`, "Edge on Android"],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0.0.0 Mobile Safari/537.36",
    "Samsung Internet on Android",
  ],
  ["Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0", "Firefox on Android"],
  [`${IPHONE} ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`, "Safari on iPhone"],
  [`${IPHONE} ${WEBKIT} CriOS/142.0.7444.46 Mobile/15E148 Safari/604.1`, "Chrome on iPhone"],
  [`${IPHONE} ${WEBKIT} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, "Firefox on iPhone"],
  [`${IPHONE} ${WEBKIT} Version/18.0 EdgiOS/142.0 Mobile/15E148 Safari/604.1`, "Edge on iPhone"],
  [
    `Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) ${WEBKIT} Version/18.6 Mobile/15E148 Safari/604.1`,
    "Safari on iPad",
  ],
])("%s is %s", (userAgent, words) => {
  expect(browserInWords(userAgent)).toBe(words);
});

test.each([null, "", "curl/8.5.0", "node", "x".repeat(300)])(
  "what is no known browser (%s) is unknown",
  (userAgent) => {
    expect(browserInWords(userAgent)).toBe("Unknown browser");
  },
);

test("says the part that is known", () => {
  expect(browserInWords("Mozilla/5.0 (Windows NT 10.0) Something/1.0")).toBe(
    "Unknown browser on Windows",
  );
  expect(browserInWords("Mozilla/5.0 (Fridge) Firefox/145.0")).toBe("Firefox");
});
