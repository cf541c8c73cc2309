import { expect, test } from "vitest";
import { readHeaders } from "./headers.ts";

const GMAIL = `Delivered-To: ana@gmail.com
Received: by 2002:a05:6a20 with SMTP id x;
        Sat, 28 Nov 2026 10:00:01 -0800 (PST)
ARC-Authentication-Results: i=1; mx.google.com;
       dkim=fail header.i=@forged.com
Return-Path: <bounces+1@em.sendgrid.net>
Authentication-Results: mx.google.com;
       dkim=pass header.i=@yourshop.com header.s=s1 header.b=Abc;
       dkim=pass header.i=@sendgrid.info header.s=smtpapi header.b=Def;
       spf=pass (google.com: domain of bounces+1@em.sendgrid.net designates 192.0.2.1 as permitted sender (best guess)) smtp.mailfrom="bounces+1@em.sendgrid.net";
       dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=yourshop.com
DKIM-Signature: v=1; a=rsa-sha256; d=yourshop.com; s=s1; b=Abc
From: "Your Shop, Inc. <x@y.com>" <Hello@YourShop.com>
Subject: A test email from your website

Authentication-Results: body.com; spf=fail
From: forged@body.com`;

const email = {
  from: "hello@yourshop.com",
  spf: { result: "pass", domain: "em.sendgrid.net" },
  dkim: [
    { result: "pass", domain: "yourshop.com", selector: "s1" },
    { result: "pass", domain: "sendgrid.info", selector: "smtpapi" },
  ],
  dmarc: "pass",
};

test("reads what Gmail shows as the original, with any line ends and text before it", () => {
  expect(readHeaders(GMAIL)).toEqual(email);
  expect(readHeaders(GMAIL.replaceAll("\n", "\r\n"))).toEqual(email);
  expect(readHeaders(`Original Message\n\nFrom:\tYour Shop\nSPF:\tPASS\n\n${GMAIL}`)).toEqual(
    email,
  );
});

/** @param results the value of Authentication-Results */
const read = (results: string, more = "") =>
  readHeaders(`Authentication-Results: ${results}\nFrom: hello@yourshop.com\n${more}`);

test("reads Outlook's results, which name no receiver", () => {
  expect(
    read(
      `spf=pass (sender IP is 192.0.2.1)
 smtp.mailfrom=yourshop.com; dkim=pass (signature was verified)
 header.d=yourshop.com;dmarc=pass action=none
 header.from=yourshop.com;compauth=pass reason=100`,
      "DKIM-Signature: v=1; d=yourshop.com;\n s=selector1; b=A=\nAuthentication-Results: dkim=fail header.d=forged.com",
    ),
  ).toEqual({
    from: "hello@yourshop.com",
    spf: { result: "pass", domain: "yourshop.com" },
    dkim: [{ result: "pass", domain: "yourshop.com", selector: "selector1" }],
    dmarc: "pass",
  });
});

test("reads a comment that touches its result", () => {
  expect(read("mx.yahoo.com; dmarc=pass(p=REJECT) header.from=yourshop.com;")).toMatchObject({
    dmarc: "pass",
  });
  expect(read('mx.a.com; spf = softfail reason="a;b (c" smtp.mailfrom = a@b.com')).toMatchObject({
    spf: { result: "softfail", domain: "b.com" },
  });
});

test("reads further results of the same receiver, and none of others", () => {
  expect(
    read(
      "mx.a.com; spf=pass smtp.mailfrom=yourshop.com",
      `Authentication-Results: mx.a.com; dmarc=fail header.from=yourshop.com
Authentication-Results: evil.com; dkim=pass header.d=evil.com`,
    ),
  ).toMatchObject({ spf: { result: "pass" }, dmarc: "fail", dkim: [] });
});

test.each([
  ["mx.a.com; none", { spf: undefined, dkim: [], dmarc: undefined }],
  ["mx.a.com; spf=none smtp.helo=mail.b.com", { spf: { result: "none", domain: "mail.b.com" } }],
  ["mx.a.com; spf=pass smtp.mailfrom=<>", { spf: { result: "pass", domain: "back.com" } }],
  ["mx.a.com; dkim=none header.d=none", { dkim: [{ result: "none", domain: "s.com" }] }],
  ["mx.a.com; dkim/1=pass header.d=s.com", { dkim: [{ result: "pass", selector: "k2" }] }],
])("reads '%s'", (results, said) => {
  const more = "Return-Path: <b@back.com>\nDKIM-Signature: d=s.com; s=k2";
  expect(read(results, more)).toMatchObject(said);
});

test.each([
  ["", "Authentication-Results"],
  ["Hello", "Authentication-Results"],
  ["ARC-Authentication-Results: a; spf=pass\nFrom: a@b.com", "Authentication-Results"],
  ["Authentication-Results: a; spf=pass", "From header"],
  ["Authentication-Results: a; spf=pass\nFrom: nobody", "From header"],
  ["x".repeat(64 * 1024 + 1), "64 KB"],
  ["é".repeat(32 * 1024 + 1), "64 KB"],
])("says why a text can't be used", (text, problem) => {
  expect(readHeaders(text)).toEqual({ problem: expect.stringContaining(problem) });
});

test.each([
  ["comments without end", `a; spf=pass ${"(".repeat(60_000)}`],
  ["quotes without end", `a; spf=pass "${'\\"'.repeat(30_000)}`],
  ["quotes", `a; ${'"'.repeat(60_000)}`],
  ["one word", `a; spf=${"p".repeat(60_000)}`],
  ["equal signs", `a; ${"= ".repeat(30_000)}`],
  ["spaces", `a;${" ".repeat(60_000)}x`],
  ["results", `a; ${"dkim=pass header.d=a.com;".repeat(2_400)}`],
  ["code", "a; dkim=pass header.d=<img/src=x/onerror=alert(1)>.com"],
])("reads hostile %s without effect", (_, results) => {
  const email = read(results);
  expect(email).toMatchObject({ from: "hello@yourshop.com" });
  expect(JSON.stringify(email).length).toBeLessThan(2_000);
  expect(JSON.stringify(email)).not.toContain("<img");
});

test("reads many hostile lines", () => {
  const from = `From: ${"a".repeat(40_000)}@`;
  expect(readHeaders(`Authentication-Results: a; spf=pass\n${from}`)).toHaveProperty("problem");
  expect(
    read("a; spf=pass", "Authentication-Results: a; dkim=pass\n".repeat(1_500)),
  ).toHaveProperty("dkim.length", 19);
  expect(readHeaders("\n \n".repeat(20_000))).toHaveProperty("problem");
});
