import { SystemScreen } from "#app/features/system/admin/screen.tsx";

export default SystemScreen;
