import { startTestCluster } from "#tests/support/cluster.ts";
import { build } from "../../scripts/prepare.mjs";

/** A build of the sources as they stand, and one database server, which workers learn of by the environment. */
export default async function setup() {
  build();
  const cluster = await startTestCluster();
  process.env.TEST_CLUSTER_URL = cluster.url;
  return cluster.stop;
}
