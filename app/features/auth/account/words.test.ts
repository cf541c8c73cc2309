import { expect, test } from "vitest";
import { lastSeenInWords, placeInWords } from "./words.ts";

test.each([
  [null, "203.0.113.7", "Unknown address"],
  ["203.0.113.7", null, "203.0.113.7"],
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7", "203.0.113.8", "203.0.113.7"],
  ["203.0.113.7", "203.0.113.7", "203.0.113.7, same as here"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.7, same as here"],
  ["192.168.1.20", "203.0.113.7", "Local network"],
  ["192.168.1.20", "192.168.1.20", "Local network, same as here"],
  ["2001:db8::7", "203.0.113.7", "2001:db8::7"],
])("%s, seen from %s, is %s", (address, here, words) => {
  expect(placeInWords(address, here)).toBe(words);
});

test.each([
  "10.0.0.4",
  "127.0.0.1",
  "169.254.0.9",
  "172.16.0.1",
  "172.31.255.1",
  "100.64.0.1",
  "::1",
])("%s is a local network", (address) => {
  expect(placeInWords(address)).toBe("Local network");
});
test.each(["fd12:3456::1", "fe80::1", "::ffff:10.1.2.3"])("%s is a local network", (address) => {
  expect(placeInWords(address)).toBe("Local network");
});
test.each(["11.0.0.4", "172.32.0.1", "172.15.0.1", "100.128.0.1", "192.169.0.1", "2600:fd00::1"])(
  "%s is not a local network",
  (address) => {
    expect(placeInWords(address)).toBe(address);
  },
);

test.each([
  ["2026-11-28T09:30:00Z", "within the last hour"],
  // A browser's clock may be behind the server's.
  ["2026-11-28T10:05:00Z", "within the last hour"],
  ["2026-11-28T09:00:00Z", "1 hour ago"],
  ["2026-11-28T06:59:00Z", "3 hours ago"],
  ["2026-11-25T09:00:00Z", "3 days ago"],
])("a session of %s was last seen %s", (seenAt, words) => {
  expect(lastSeenInWords(seenAt, new Date("2026-11-28T10:00:00Z"))).toBe(`Last seen ${words}`);
});
