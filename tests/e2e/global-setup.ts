import { startTestCluster } from "#tests/support/cluster.ts";

/** One database server for the whole run; workers learn of it through the environment. */
export default async function setup() {
  const cluster = await startTestCluster();
  process.env.TEST_CLUSTER_URL = cluster.url;
  return cluster.stop;
}
