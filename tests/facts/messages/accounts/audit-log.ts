import { expect } from "vitest";
import { exportCsv } from "#app/features/audit_log/export.ts";
import { AUDIT_LOG_MESSAGES } from "#app/features/audit_log/messages.ts";
import * as queries from "#app/features/audit_log/queries.ts";
import { people } from "#tests/support/people.ts";
import type { EVERY_MESSAGE } from "../../every-message.ts";
import { type FactsFor, refusedTo } from "../../fact.ts";

const words = AUDIT_LOG_MESSAGES;

export const auditLogMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "auditLog">> = {
  auditLog: {
    load: refusedTo("stranger", () => queries.list({}), { say: words.load }),
    exported: async (world) => {
      const what = { person: people.admin.email };
      const { file, entries, more } = await world.as("admin", () => exportCsv(what, {}));
      expect(more).toBe(false);
      const text = await file.text();
      expect(text.split("\r\n")).toHaveLength(entries + 1);
      expect(text).toContain(`${people.admin.email},Signed in,`);
      const [last] = await world.site.sql`
        select kind, detail from private.audit_log order by at desc limit 1`;
      expect(last).toEqual({ kind: "audit_log_exported", detail: `${entries} rows` });
    },
    exportedPart: async (world) => {
      await world.site.sql`insert into private.audit_log (kind, actor, at)
        select 'sign_in', 'often@example.com', now() - n * interval '1 minute'
        from generate_series(1, 10001) n`;
      const what = { person: "often@example.com" };
      const { entries, more } = await world.as("admin", () => exportCsv(what, {}));
      expect([entries, more]).toEqual([10_000, true]);
    },
    exportFailed: refusedTo("stranger", () => queries.exportAll({})),
  },
};
