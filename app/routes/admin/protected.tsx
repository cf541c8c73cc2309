import { Outlet, useNavigate } from "react-router";
import { ConfirmHost } from "#app/admin-kit/dialogs/confirm.tsx";
import { UnsavedProvider } from "#app/admin-kit/dialogs/unsaved.tsx";
import { PicturePicker } from "#app/admin-kit/forms/picture-picker.ts";
import { RowHistory } from "#app/admin-kit/forms/row-history.tsx";
import { TextInsertsHere } from "#app/admin-kit/forms/text-inserts.tsx";
import { endVisit, goOnWithVisit } from "#app/admin-kit/forms/visit.ts";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { Shell } from "#app/admin-kit/shell/shell.tsx";
import { RequireAdmin } from "#app/features/auth/require-admin.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";
import { SessionExpiredDialog } from "#app/features/auth/session-expired-dialog.tsx";
import { VersionsButton } from "#app/features/history/admin/versions.tsx";
import type { MediaPickerProps } from "#app/features/media_library/admin/media-picker.tsx";
import { priceInserts } from "#app/features/pricing_items/admin/text-inserts.tsx";
import { resources } from "#app/features/resources.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { navigationOf } from "./navigation.ts";
import { previewedSite } from "./previewed-site.ts";

const links = navigationOf(resources);
const listNames = new Map(resources.map(({ table, menu }) => [table as string, menu.label]));

/** The library's code comes when a picture is first asked for; most visits ask for none. */
const MediaPicker = onDemand<MediaPickerProps>(
  async () => (await import("#app/features/media_library/admin/media-picker.tsx")).MediaPicker,
  ({ open }) => open,
);

/** Every screen but the sign-in page: admins only, inside the shell. */
export default function Protected() {
  const { signOut } = useSession();
  const navigate = useNavigate();

  async function onSignOut() {
    try {
      const untold = await signOut();
      endVisit();
      if (untold) {
        const description = `The server could not be told: ${reason(untold)}.`;
        toast.info(MESSAGES.auth.signedOutHere, { description });
      } else toast.success(MESSAGES.auth.signedOut);
      void navigate("/admin/login");
    } catch (cause) {
      toast.failure(MESSAGES.auth.signOutFailed, cause);
    }
  }

  return (
    <RequireAdmin onSignOut={onSignOut}>
      {(user) => {
        // Before any field asks what it could undo.
        goOnWithVisit(user.id);
        return (
          <ListNames value={listNames}>
            <RowHistory value={VersionsButton}>
              <TextInsertsHere value={priceInserts}>
                <PicturePicker value={MediaPicker}>
                  <PreviewSite value={previewedSite}>
                    <UnsavedProvider>
                      <Shell name={fullName(user)} links={links} onSignOut={onSignOut}>
                        <Outlet />
                      </Shell>
                      <ConfirmHost />
                      <SessionExpiredDialog />
                    </UnsavedProvider>
                  </PreviewSite>
                </PicturePicker>
              </TextInsertsHere>
            </RowHistory>
          </ListNames>
        );
      }}
    </RequireAdmin>
  );
}
