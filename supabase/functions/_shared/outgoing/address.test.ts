import { describe, expect, test } from "vitest";
import { checkAddresses, isPublicAddress, readable, readTarget } from "./address.ts";

test.each([
  ["1.1.1.1", true],
  ["93.184.216.34", true],
  ["2606:4700:4700::1111", true],
  // IANA's registries of special addresses, IPv4 and IPv6
  ["0.0.0.0", false],
  ["10.1.2.3", false],
  ["100.64.0.1", false],
  ["100.127.255.254", false],
  ["127.0.0.1", false],
  ["127.255.0.9", false],
  ["169.254.169.254", false],
  ["172.16.0.1", false],
  ["172.31.255.255", false],
  ["192.0.0.8", false],
  // addresses that clouds use for their own machines: Azure, IBM, Alibaba, Oracle, AWS, Google
  ["168.63.129.16", false],
  ["168.63.129.17", true],
  ["161.26.0.10", false],
  ["166.11.255.255", false],
  ["166.12.0.0", true],
  ["100.100.100.200", false],
  ["192.0.0.192", false],
  ["fd00:ec2::254", false],
  ["fd20:ce::254", false],
  ["::ffff:168.63.129.16", false],
  ["64:ff9b::168.63.129.16", false],
  ["192.0.2.1", false],
  ["192.88.99.1", false],
  ["192.168.1.1", false],
  ["198.18.0.1", false],
  ["198.51.100.1", false],
  ["203.0.113.1", false],
  ["224.0.0.1", false],
  ["240.0.0.1", false],
  ["255.255.255.255", false],
  ["::", false],
  ["::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:1.1.1.1", false],
  ["::127.0.0.1", false],
  ["64:ff9b::10.0.0.1", false],
  ["64:ff9b:1::1", false],
  ["100::1", false],
  ["2001::1", false],
  ["2001:db8::1", false],
  ["2002:7f00:1::", false],
  ["3fff::1", false],
  ["5f00::1", false],
  ["fc00::1", false],
  ["fd12:3456::1", false],
  ["fe80::1", false],
  ["fec0::1", false],
  ["ff02::1", false],
  ["localhost", false],
  ["", false],
])("%s is of the public internet: %s", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

describe("a typed address", () => {
  test.each([
    ["https://hooks.example.com/in?key=1", "hooks.example.com"],
    ["https://hooks.example.com:8443/", "hooks.example.com"],
    ["https://0x7f.1/", "127.0.0.1"],
    ["https://2130706433/", "127.0.0.1"],
    ["https://[::1]/", "::1"],
  ])("%s leads to %s", (url, host) => {
    expect(readTarget(url, "public").host).toBe(host);
  });

  test.each([
    "http://hooks.example.com/secret-path",
    "https://ana:secret-path@hooks.example.com/",
    "https://hooks.example.com:22/secret-path",
    "ftp://hooks.example.com/secret-path",
  ])("%s is refused without its secrets", (url) => {
    expect(() => readTarget(url, "public")).toThrow(/^Not sent: (?!.*secret-path)/);
  });

  test("allows plain http only with 'anywhere', and never other schemes", () => {
    expect(readTarget("http://localhost:8080/", "anywhere").host).toBe("localhost");
    expect(() => readTarget("file:///etc/passwd", "anywhere")).toThrow("https");
  });

  test("refuses a host with one private address", () => {
    expect(() => checkAddresses("a.test", ["1.1.1.1", "10.0.0.1"], "public")).toThrow(
      "Not sent: a.test leads to an address that isn't public.",
    );
    expect(() => checkAddresses("a.test", [], "anywhere")).toThrow(
      "Not sent: a.test doesn't exist.",
    );
    expect(checkAddresses("a.test", ["10.0.0.1"], "anywhere")).toBeUndefined();
  });
});

test("converts any response into text that a database can store", () => {
  expect(readable(new Uint8Array([0x6f, 0x6b, 0, 0xff, 0x0a, 0xf0, 0x9f]))).toBe("ok��\n�");
});
