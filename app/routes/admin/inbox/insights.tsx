import { InsightsScreen } from "#app/features/insights/screen.tsx";

export default InsightsScreen;
