import { HistoryScreen } from "#app/features/history/admin/screen.tsx";

export default HistoryScreen;
