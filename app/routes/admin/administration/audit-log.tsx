import { AuditLogScreen } from "#app/features/audit_log/admin/screen.tsx";

export default AuditLogScreen;
