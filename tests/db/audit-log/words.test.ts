import { expect, test } from "vitest";
import { site, withAuditLog } from "./steps.ts";

/** How the database writes browsers and addresses, for the audit log, sessions and emails. */
withAuditLog();

const browser = async (userAgent: string | null) =>
  (await site.sql`select private.browser_in_words(${userAgent}) as words`)[0]?.words;

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
])("%s is %s", async (userAgent, words) => {
  expect(await browser(userAgent)).toBe(words);
});

test.each([
  ["curl/8.5.0", "Unknown browser"],
  ["x".repeat(300), "Unknown browser"],
  ["Mozilla/5.0 (Windows NT 10.0) Something/1.0", "Unknown browser on Windows"],
  ["Mozilla/5.0 (Fridge) Firefox/145.0", "Firefox"],
  [" ", null],
  [null, null],
])("says of %j what is known", async (userAgent, words) => {
  expect(await browser(userAgent)).toBe(words);
});

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:10.0.0.8", "10.0.0.8"],
  ["2001:db8::1", "2001:db8::1"],
  ["this process", null],
  ["1.2.3.4'; --", null],
])("the address %j is %j", async (given, known) => {
  const [row] = await site.sql`select host(private.address_of(${given})) as address`;
  expect(row?.address).toBe(known);
});

test.each([
  [{ "x-forwarded-for": "192.0.2.1, 203.0.113.7" }, "203.0.113.7"],
  [{ "cf-connecting-ip": "198.51.100.1", "x-forwarded-for": "203.0.113.7" }, "198.51.100.1"],
  // On the company's own network.
  [{ "x-forwarded-for": "10.0.0.8" }, "10.0.0.8"],
  // An edge function of hosted Supabase.
  [{ "x-forwarded-for": "203.0.113.7", "user-agent": "Deno/2.1 (SupabaseEdgeRuntime)" }, null],
  [{}, null],
])("a request with %j came from %j", async (headers, known) => {
  const [row] = await site.sql.begin(async (tx) => {
    await tx`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    return tx`select host(private.caller_address()) as address`;
  });
  expect(row?.address).toBe(known);
});
