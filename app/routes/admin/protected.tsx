import type { User } from "@supabase/supabase-js";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Outlet, useLocation, useNavigate } from "react-router";
import { ConfirmHost } from "#app/admin-kit/dialogs/confirm.tsx";
import { UnsavedProvider } from "#app/admin-kit/dialogs/unsaved.tsx";
import { PicturePicker } from "#app/admin-kit/forms/picture-picker.ts";
import { RowHistory } from "#app/admin-kit/forms/row-history.tsx";
import { TextInsertsHere } from "#app/admin-kit/forms/text-inserts.tsx";
import { endVisit, goOnWithVisit } from "#app/admin-kit/forms/visit.ts";
import { Prepared } from "#app/admin-kit/prepared/prepared.ts";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { ScreenBones } from "#app/admin-kit/shell/screen-bones.tsx";
import { Shell } from "#app/admin-kit/shell/shell.tsx";
import { useShortcut } from "#app/admin-kit/shell/use-shortcut.ts";
import { RequireAdmin } from "#app/features/auth/require-admin.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";
import { SessionExpired } from "#app/features/auth/session-expired.tsx";
import { useNewLeads } from "#app/features/contact_submissions/admin/new-leads.ts";
import { isUnderWay, useFirstHour } from "#app/features/first_hour/queries.ts";
import { VersionsButton } from "#app/features/history/admin/versions.tsx";
import { SetHead } from "#app/features/history/sets/head.tsx";
import { usePreparedSet } from "#app/features/history/sets/use-prepared-set.ts";
import type { MediaPickerProps } from "#app/features/media_library/admin/media-picker.tsx";
import { priceInserts } from "#app/features/pricing_items/admin/text-inserts.tsx";
import { resources } from "#app/features/resources.ts";
import { clientBeside, keepBeside } from "#app/lib/data/query-client.ts";
import { onPrepared, switchSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import type { FindProps } from "./find/find.tsx";
import { FirstScreen } from "./first-screen.ts";
import { FIRST_HOUR, navigationOf, screenAt } from "./navigation.ts";
import { previewedSite } from "./previewed-site.ts";

const screens = navigationOf(resources);
/** Those that stay once the first hour is over. */
const lasting = screens.filter(({ to }) => to !== FIRST_HOUR);
/** The screens whose saves a set can take. */
const PREPARED: ReadonlySet<string> = new Set([
  "/admin/content",
  "/admin/settings",
  FIRST_HOUR,
  ...resources.map(({ path }) => path),
]);
const listNames = new Map(resources.map(({ table, menu }) => [table as string, menu.label]));

/** The library's code comes when a picture is first asked for; most visits ask for none. */
const MediaPicker = onDemand<MediaPickerProps>(
  async () => (await import("#app/features/media_library/admin/media-picker.tsx")).MediaPicker,
  ({ open }) => open,
);

const Find = onDemand<FindProps>(
  async () => (await import("./find/find.tsx")).Find,
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
      switchSet(undefined);
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
        if (user) goOnWithVisit(user.id);
        return (
          <ListNames value={listNames}>
            <TextInsertsHere value={priceInserts}>
              <PicturePicker value={MediaPicker}>
                <PreviewSite value={previewedSite}>
                  <UnsavedProvider>
                    <Screens user={user} onSignOut={onSignOut} />
                    <ConfirmHost />
                    <SessionExpired />
                  </UnsavedProvider>
                </PreviewSite>
              </PicturePicker>
            </TextInsertsHere>
          </ListNames>
        );
      }}
    </RequireAdmin>
  );
}

interface ScreensProps {
  /** undefined while nobody knows who may be here: the frame stands, and nothing is in it */
  user: User | undefined;
  onSignOut: () => void;
}

/** The shell and the screen in it, which begins anew where another set of changes is turned to. */
function Screens({ user, onSignOut }: ScreensProps) {
  const { pathname } = useLocation();
  const takesScreen = PREPARED.has(pathname.replace(/\/$/, ""));
  const waiting = user === undefined;
  const prepared = usePreparedSet({ takesScreen, waiting });
  const fresh = useNewLeads({ ask: !waiting });
  const { data: hour } = useFirstHour({ ask: !waiting });
  const links = isUnderWay(hour) ? screens : lasting;
  const [finding, setFinding] = useState(false);
  const find = () => setFinding(true);
  useShortcut("k", find);
  return (
    <Prepared value={prepared}>
      {/* The versions are the live site's, and are restored there. */}
      <RowHistory value={VersionsButton}>
        <Shell
          waiting={waiting}
          name={user && fullName(user)}
          links={links}
          counts={{ "/admin/contact-manager": { count: fresh ?? 0, words: "new" } }}
          onSignOut={onSignOut}
          onFind={find}
          bar={<SetHead takesScreen={takesScreen} waiting={waiting} />}
        >
          {waiting ? (
            <ScreenBones {...screenAt(screens, pathname)} />
          ) : (
            <InSet key={prepared?.set.id ?? "live"} isLive={!prepared}>
              <Outlet />
              <FirstScreen />
            </InSet>
          )}
        </Shell>
        <Find open={finding && !waiting} onClose={() => setFinding(false)} />
      </RowHistory>
    </Prepared>
  );
}

/** What was read of the live site is never shown as the set's, nor the other way, however late it comes. */
function InSet({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  const live = useQueryClient();
  const [own] = useState(() => (isLive ? live : clientBeside(live)));
  useEffect(() => (isLive ? undefined : keepBeside(live, own)), [isLive, live, own]);
  useEffect(() => {
    // Decided or discarded in the review: the lists behind it are others now.
    if (!isLive) return onPrepared(() => void own.invalidateQueries());
  }, [isLive, own]);
  return <QueryClientProvider client={own}>{children}</QueryClientProvider>;
}
