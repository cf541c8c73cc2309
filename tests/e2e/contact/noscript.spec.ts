import { fromNow, now } from "#tests/support/clock.ts";
import { expect, SENTENCES, test } from "./form.ts";

test.use({ javaScriptEnabled: false });

test("works without script: rules, thanks, one row for a reload", async ({
  page,
  form,
  site,
  expectConsole,
}) => {
  expectConsole(/422/);
  await page.goto("/contact");
  await expect(page.locator(".calendar noscript > p")).toBeVisible();
  await expect(page.getByRole("link", { name: "Open the Calendar" })).toBeVisible();
  await form.send();
  await expect(page.getByText("Please select at least one platform")).toBeVisible();
  await expect(page.getByLabel("Your name")).toBeFocused();
  await form.fill();
  await page.getByLabel("Email").fill("not an address");
  await form.send();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByLabel("Your name")).toHaveValue("Ada Park");
  await expect(page.getByLabel("Etsy")).toBeChecked();
  await page.getByLabel("Email").fill(form.email);
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  await expect(form.result).toBeFocused();
  await form.expectEmpty();
  await page.reload();
  await expect(form.result).toHaveText(SENTENCES.sent);
  expect(await form.stored()).toBe(1);
  // Campaign parameters in the URL work anyway, through corrections.
  await page.goto("/contact?utm_source=Ads&orders=300");
  await form.send();
  await expect(page.getByText("Please select at least one platform")).toBeVisible();
  await form.fill();
  await page.getByLabel("What should we know?").fill("By the campaign");
  await form.send();
  await expect(form.result).toHaveText(SENTENCES.sent);
  const rows = await site.sql`select attribution from contact_submissions
    where email = ${form.email} order by created_at`;
  const campaign = { first: { landing_page: "/contact", utm_source: "ads" } };
  expect(rows).toEqual([{ attribution: null }, { attribution: campaign }]);
});

test("too many messages from one address are answered by a sentence", async ({
  page,
  form,
  anotherSite,
  expectConsole,
}) => {
  expectConsole(/429/);
  const strict = await anotherSite({ RATE_LIMITS: "on" });
  for (let message = 0; message < 10; message++)
    await page.request.post(`${strict.url}/contact`, {
      form: {
        name: "Ada Park",
        email: form.email,
        monthly_volume: "0-50",
        platforms: "Etsy",
        message: String(message),
      },
    });
  await page.goto(`${strict.url}/contact`);
  await form.fill();
  await form.send();
  await expect(form.result).toContainText(/You have sent several messages already\. Please wait/);
  await form.expectFilled();
});

test("counts the page's open time by the server's stamp, through corrections", async ({
  page,
  request,
  form,
  site,
  expectConsole,
}) => {
  expectConsole(/422/);
  const post = (opened_at: number, message: string) =>
    request.post("/contact", {
      form: {
        name: "Ada Park",
        email: form.email,
        monthly_volume: "0-50",
        platforms: "Etsy",
        message,
        opened_at: String(opened_at),
      },
    });
  await post(now().getTime(), "hasty");
  await post(fromNow(-60_000).getTime(), "calm");
  await post(fromNow(60_000).getTime(), "odd");
  // The machine decides whether the fast one takes under three seconds; the rule decides what follows.
  const rows = await site.sql`
    select message, filled_in_ms is not null as counted, is_spam,
      (spam_reason is not null) = coalesce(filled_in_ms < 3000, false) as labelled_by_time
    from contact_submissions where email = ${form.email} order by message`;
  const follows = { is_spam: false, labelled_by_time: true };
  expect(rows).toEqual([
    { message: "calm", counted: true, ...follows },
    { message: "hasty", counted: true, ...follows },
    { message: "odd", counted: false, ...follows },
  ]);

  await page.goto("/contact");
  const stamp = page.locator("input[name=opened_at]");
  const before = await stamp.inputValue();
  expect(Number(before)).toBeLessThanOrEqual(now().getTime());
  await form.send();
  await expect(page.getByText("Please select at least one platform")).toBeVisible();
  await expect(stamp).toHaveValue(before);
});

test("a posted form: odd characters are reported at their field, a TLS proxy is accepted, elsewhere refused", async ({
  request,
  form,
}) => {
  const good = { name: "Ada Park", email: form.email, monthly_volume: "0-50", platforms: "Etsy" };
  const { host, origin: own } = new URL((await request.get("/contact")).url());
  const post = async (odd: Record<string, string>, origin = own) => {
    const body = new URLSearchParams({ ...good, ...odd }).toString();
    const response = await request.post("/contact", {
      headers: { "content-type": "application/x-www-form-urlencoded", origin },
      // Half a surrogate pair, as bytes that are not valid UTF-8.
      data: body.replace("HALF", "%ED%A0%BD"),
    });
    return [response.status(), await response.text()] as const;
  };
  for (const [odd, sentence] of [
    [{ name: "Ada HALF" }, "Name contains an invalid character"],
    [{ email: `ada@${"b".repeat(300)}.com` }, "Please enter a valid email address"],
    [{ name: "\u202E\u200B" }, "Name must be at least 2 characters"],
  ] as const) {
    const [status, page] = await post(odd);
    expect(status).toBe(422);
    expect(page).toContain(sentence);
  }
  expect((await post({}, "https://elsewhere.example"))[0]).toBe(403);
  expect(await form.stored()).toBe(0);
  expect((await post({}, `https://${host}`))[0]).toBe(200);
  expect(await form.stored()).toBe(1);
});
