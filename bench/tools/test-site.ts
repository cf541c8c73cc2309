import type { Page } from "playwright";
import { startTestCluster } from "#tests/support/cluster.ts";
import { people } from "#tests/support/people.ts";
import { startSite } from "#tests/support/site.ts";

/** The built server with a database cluster of the tests. Both end where its scope does. */
export async function openTestSite(settings: Record<string, string> = {}) {
  const cluster = await startTestCluster();
  const site = await startSite(cluster.url, settings);
  return {
    ...site,
    async [Symbol.asyncDispose]() {
      await site.stop();
      await cluster.stop();
    },
  };
}

/** Signs the admin in, as a person does. */
export async function signIn(page: Page, url: string) {
  await page.goto(`${url}/admin/login`);
  await page.getByLabel("Email").fill(people.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(people.admin.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByRole("heading", { level: 1, name: "Dashboard" }).waitFor();
}
