import { expect, test } from "../fixture.ts";

test("the server says that it lives, and that its backend answers", async ({ request }) => {
  expect((await request.get("/healthz")).status()).toBe(200);
  expect((await request.get("/readyz")).status()).toBe(200);
});

test("a changed word reaches the page that was kept", async ({ request, site }) => {
  const title = "Shipped before the comments load";
  await request.get("/");
  await site.sql`
    update site_content set content_value = ${title}
    where page_name = 'home' and section_name = 'hero' and content_key = 'title'`;
  await expect
    .poll(async () => (await request.get("/")).text(), { intervals: [50] })
    .toContain(title);
});
