import { startTestCluster } from "#tests/support/cluster.ts";
import { build } from "../../scripts/prepare.mjs";
import { openRunFolder } from "../../scripts/run-folder.mjs";

/**
 * Builds the current sources, creates a temporary folder for the run, and starts one database server. Workers
 * get its URL from the environment.
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
