import { expect, inject, test } from "vitest";
import { connect } from "#server/backend/postgres/connection.ts";
import { bootstrap } from "#server/backend/self-hosted/bootstrap.ts";
import { createEmptyDatabase, dropTestDatabase } from "#tests/support/cluster.ts";

/** Roles belong to the whole server, and PostgreSQL refuses concurrent ALTERs of one role. */
test("sites can start for the first time simultaneously on one server", async () => {
  const urls = await Promise.all(
    Array.from({ length: 6 }, () => createEmptyDatabase(inject("clusterUrl"))),
  );
  const starts = await Promise.allSettled(
    urls.map(async (url) => {
      const sql = connect(url, 1);
      await bootstrap(sql).finally(() => sql.end());
    }),
  );
  await Promise.all(urls.map(dropTestDatabase));
  expect(starts.filter(({ status }) => status === "rejected")).toEqual([]);
});
