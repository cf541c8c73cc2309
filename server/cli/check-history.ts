import { withConnection } from "#server/backend/postgres/connection.ts";
import { checkHistory, type HistoryChecked } from "#server/backend/self-hosted/history-check.ts";
import { SettingError } from "#server/runtime/env.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "Usage: npm run check-history, or npm run check-history -- --accept";
const HOSTED =
  "With SUPABASE_URL, run this in the project's SQL editor: select public.history_check();";

const PROBLEMS: Record<HistoryChecked["examples"][number]["problem"], string> = {
  gap: "an entry is missing",
  changed: "changed without an entry",
  deleted: "deleted without an entry",
};

await command((env, [word]) => {
  if (word && word !== "--accept") throw new SettingError(USAGE);
  return withDatabase(env, HOSTED, (url) =>
    withConnection(url, async (sql) => {
      const found = await checkHistory(sql, word === "--accept");
      if (!found) throw new SettingError("Another process is checking the history. Try again.");
      if (found.rows === 0) return "The history is complete.";
      process.exitCode = 1;
      return [
        `${found.rows === 1 ? "1 row doesn't match its" : `${found.rows} rows don't match their`} history:`,
        ...found.examples.map(
          ({ table_name, row_id, label, field, problem }) =>
            `  ${table_name} ${row_id}${label ? ` (${label})` : ""}${field && `, ${field}`}: ${PROBLEMS[problem]}`,
        ),
      ].join("\n");
    }),
  );
});
