import { WebhooksScreen } from "#app/features/webhooks/admin/screen.tsx";

export default WebhooksScreen;
