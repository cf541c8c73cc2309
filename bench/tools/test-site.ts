import { startTestCluster } from "#tests/support/cluster.ts";
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
