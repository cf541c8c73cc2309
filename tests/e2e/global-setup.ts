import { startTestCluster } from "#tests/support/cluster.ts";
import { build } from "../../scripts/prepare.mjs";
import { openRunFolder } from "../../scripts/run-folder.mjs";

/**
 * A build of the sources as they stand, a temporary folder for the run, and one database server, which workers
 * learn of by the environment.
 */
export default async function setup() {
  build();
  const run = openRunFolder();
  const cluster = await startTestCluster();
  process.env.TEST_CLUSTER_URL = cluster.url;
  return async () => {
    await cluster.stop();
    run.close();
  };
}
