import { AuditLogScreen } from "#app/features/audit_log/admin/screen.tsx";
import { headOf } from "../navigation.ts";
import type { Route } from "./+types/audit-log";

export const meta: Route.MetaFunction = () => [
  { title: "Audit log · Admin" },
  { name: "robots", content: "noindex" },
];

export default function AuditLog() {
  return <AuditLogScreen head={headOf("/admin/audit-log")} />;
}
