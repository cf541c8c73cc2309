import { UnmatchedScreen } from "#app/features/inbound_mails/admin/screen.tsx";

export default UnmatchedScreen;
