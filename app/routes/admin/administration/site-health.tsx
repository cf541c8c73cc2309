import { SiteHealthScreen } from "#app/features/site_health/screen.tsx";

export default SiteHealthScreen;
