import { describe, expect, test } from "vitest";
import { dnsName, domainName, readFrom } from "./names.ts";

test.each([
  ["YourShop.com.", "yourshop.com"],
  [" s1 ", "s1"],
  ["_dmarc.yourshop.com", "_dmarc.yourshop.com"],
  ["a".repeat(63), "a".repeat(63)],
  ["a".repeat(64), undefined],
  [`${"a.".repeat(130)}com`, undefined],
  ["", undefined],
  ["a..b", undefined],
  ["-a.com", undefined],
  ["a b", undefined],
  ["a/b", undefined],
  [{ $ne: 1 }, undefined],
  [["a"], undefined],
])("%j as a DNS name is %j", (text, name) => {
  expect(dnsName(text)).toBe(name);
});

test.each([
  ["yourshop.com", "yourshop.com"],
  ["localhost", undefined],
  ["192.0.2.1", undefined],
  ["none", undefined],
])("%j as a domain is %j", (text, name) => {
  expect(domainName(text)).toBe(name);
});

describe("the sender", () => {
  test.each([
    ["Your Shop <Hello@YourShop.com>", "Hello@yourshop.com", "yourshop.com", "own"],
    ["hello@shop.co.uk", "hello@shop.co.uk", "shop.co.uk", "own"],
    ["Bücher <hallo@bücher.de>", "hallo@xn--bcher-kva.de", "xn--bcher-kva.de", "own"],
    ["shop@gmail.com", "shop@gmail.com", "gmail.com", "shared"],
    ["shop@yahoo.co.uk", "shop@yahoo.co.uk", "yahoo.co.uk", "shared"],
    ["shop@hotmail.fr", "shop@hotmail.fr", "hotmail.fr", "shared"],
    ["shop@yahoo-shop.com", "shop@yahoo-shop.com", "yahoo-shop.com", "own"],
    ["no-reply@localhost", "no-reply@localhost", "localhost", "local"],
    ["no-reply@127.0.0.1", "no-reply@127.0.0.1", "127.0.0.1", "local"],
    ["no-reply@[::1]", "no-reply@[::1]", "[::1]", "local"],
    ["no-reply@site.test", "no-reply@site.test", "site.test", "local"],
    ["hello@example.com", "hello@example.com", "example.com", "local"],
    ["hello@www.example.org", "hello@www.example.org", "www.example.org", "local"],
    ["hello@my-example.com", "hello@my-example.com", "my-example.com", "own"],
  ])("%s is of a domain", (sender, address, domain, kind) => {
    expect(readFrom(sender)).toEqual({ address, domain, kind });
  });

  test("is nobody without an address", () => {
    expect(readFrom("Your Shop")).toBeNull();
  });
});
