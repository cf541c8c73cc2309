import type { User } from "@supabase/supabase-js";
import { QueryClientProvider, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { ConfirmHost } from "#app/admin-kit/dialogs/confirm.tsx";
import { UnsavedProvider } from "#app/admin-kit/dialogs/unsaved.tsx";
import { PicturePicker } from "#app/admin-kit/forms/picture-picker.ts";
import { RowHistory } from "#app/admin-kit/forms/row-history.tsx";
import { TextInsertsHere } from "#app/admin-kit/forms/text-inserts.tsx";
import { endVisit, resumeVisit } from "#app/admin-kit/forms/visit.ts";
import { Prepared } from "#app/admin-kit/prepared/prepared.ts";
import { PreviewSite } from "#app/admin-kit/preview/site.ts";
import { FormLabelsOf } from "#app/admin-kit/resource/form-labels.ts";
import { ListNames } from "#app/admin-kit/resource/list-names.ts";
import { AskForAccess } from "#app/admin-kit/shell/ask-for-access.tsx";
import { ScreenHere } from "#app/admin-kit/shell/page-header.tsx";
import { ScreenSkeleton } from "#app/admin-kit/shell/screen-skeleton.tsx";
import { Shell } from "#app/admin-kit/shell/shell.tsx";
import { useShortcut } from "#app/admin-kit/shell/use-shortcut.ts";
import { Proof } from "#app/features/auth/proof.tsx";
import { RequireRole } from "#app/features/auth/require-role.tsx";
import { fullName, useSession } from "#app/features/auth/session.tsx";
import { SessionExpired } from "#app/features/auth/session-expired.tsx";
import { useNewLeads } from "#app/features/contact_submissions/admin/new-leads.ts";
import { holdKeys } from "#app/features/find/held-keys.ts";
import { VersionsButton } from "#app/features/history/admin/versions.tsx";
import { SetHead } from "#app/features/history/sets/head.tsx";
import { usePreparedSet } from "#app/features/history/sets/use-prepared-set.ts";
import { useStepsLeft } from "#app/features/onboarding/stored-progress.ts";
import { priceInserts } from "#app/features/pricing_items/admin/text-inserts.tsx";
import { resources } from "#app/features/resources.ts";
import { useAccess } from "#app/lib/access/use-access.ts";
import { linkClients, secondaryClient } from "#app/lib/data/query-client.ts";
import { onPrepared, switchSet } from "#app/lib/data/sets/active-set.ts";
import { MESSAGES } from "#app/lib/errors/messages.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { useSettings } from "#app/lib/page/use-settings.ts";
import { onDemand } from "#app/ui/on-demand.tsx";
import { toast } from "#app/ui/overlays/toast.tsx";
import { reportFirstScreen } from "#app/ui/prefetch.ts";
import { setCompanyZone } from "#contract/time/company-zone.ts";
import type { Route } from "./+types/protected";
import { useInboxTabs } from "./inbox/tabs.ts";
import * as menu from "./menu.ts";
import * as navigation from "./navigation.ts";
import { WayBack } from "./onboarding/way-back.tsx";
import { previewedSite } from "./previewed-site.ts";

const { ONBOARDING } = navigation;
const all = navigation.navigationOf(resources);
/** The screens that can save into a set. */
const PREPARED: ReadonlySet<string> = new Set([
  "/admin/content",
  "/admin/settings",
  ONBOARDING,
  ...resources.map(({ path }) => path),
]);
const labelsOf = async (table: string) =>
  (await import("#app/features/form-labels.ts")).labelsOf(table);
const listNames = new Map(resources.map(({ table, menu }) => [table as string, menu.label]));

/** The library's code loads when a picture is first picked; most visits don't need it. */
const MediaPicker = onDemand(
  async () => (await import("#app/features/media_library/admin/media-picker.tsx")).MediaPicker,
);

const Find = onDemand(async () => (await import("./find/find.tsx")).Find, {
  early: true,
  fallback: (
    <p
      role="status"
      className="fixed inset-x-4 top-[12dvh] z-50 mx-auto max-w-xl rounded-lg border border-line bg-surface px-5 py-4 text-sm shadow-lift"
    >
      Opening…
    </p>
  ),
});

/** The title of every screen, so that none has to set its own. */
export const meta: Route.MetaFunction = ({ location }) => [
  { title: `${navigation.screenAt(all, location.pathname).head.title} · Admin` },
  { name: "robots", content: "noindex" },
];

/** Every screen except sign-in: for people with a role, inside the shell. */
export default function Protected() {
  const { signOut } = useSession();
  const [leaving, setLeaving] = useState(false);

  async function onSignOut() {
    setLeaving(true);
    try {
      const ended = await signOut();
      endVisit();
      switchSet(undefined);
      const serverError = await ended.serverError;
      if (serverError) {
        const description = `The server couldn't end the session: ${reason(serverError)}.`;
        toast.info(MESSAGES.auth.signedOutHere, { description });
      } else toast.success(MESSAGES.auth.signedOut);
    } catch (cause) {
      setLeaving(false);
      toast.failure(MESSAGES.auth.signOutFailed, cause);
    }
  }

  return (
    <RequireRole leaving={leaving} onSignOut={onSignOut}>
      {(user) => {
        // Before any field looks for its undo steps.
        if (user) resumeVisit(user.id);
        return (
          <ListNames value={listNames}>
            <FormLabelsOf value={labelsOf}>
              <TextInsertsHere value={priceInserts}>
                <PicturePicker value={MediaPicker}>
                  <PreviewSite value={previewedSite}>
                    <UnsavedProvider>
                      <Screens user={user} onSignOut={onSignOut} />
                      <ConfirmHost />
                      <Proof />
                      <SessionExpired onSignOut={onSignOut} />
                    </UnsavedProvider>
                  </PreviewSite>
                </PicturePicker>
              </TextInsertsHere>
            </FormLabelsOf>
          </ListNames>
        );
      }}
    </RequireRole>
  );
}

interface ScreensProps {
  /** undefined until the person's role is known: shows an empty frame */
  user: User | undefined;
  onSignOut: () => void;
}

/** The shell and its screen, which remounts when another set becomes active. */
function Screens({ user, onSignOut }: ScreensProps) {
  const { pathname } = useLocation();
  // Before any screen shows a time.
  setCompanyZone(useSettings().time_zone);
  const waiting = user === undefined;
  const access = useAccess();
  const { administer, editContent, handleLeads } = access;
  const takesScreen = (waiting || editContent) && PREPARED.has(pathname.replace(/\/$/, ""));
  const prepared = usePreparedSet({ takesScreen, waiting: !editContent });
  const fresh = useNewLeads({ ask: handleLeads });
  const progress = useStepsLeft(administer);
  const screen = navigation.screenAt(all, pathname);
  const screens = useMemo(
    () => (waiting ? all : navigation.screensFor(all, access)),
    [waiting, access],
  );
  const tabs = useInboxTabs(menu.tabsAt(screens, screen), screen.to, handleLeads);
  const [finding, setFinding] = useState(false);
  const find = () => {
    if (!finding) holdKeys(() => setFinding(false));
    setFinding(true);
  };
  useShortcut("k", find);
  return (
    <Prepared value={prepared}>
      {/* Versions belong to the live site and are restored there. */}
      <RowHistory value={VersionsButton}>
        <Shell
          waiting={waiting}
          menu={{
            groups: menu.menuOf(screens),
            here: menu.menuLinkOf(screens, screen),
            counts: { "/admin/contact-manager": { count: fresh ?? 0, words: "new" } },
            steps: { to: ONBOARDING, progress },
            account: user && {
              to: navigation.ACCOUNT,
              name: fullName(user) ?? access.role,
              email: user.email,
              role: administer ? undefined : access.role,
            },
            onSignOut,
            onFind: find,
          }}
          bar={<SetHead takesScreen={takesScreen} waiting={waiting} />}
        >
          <ScreenHere value={{ head: screen.head, tabs }}>
            {waiting ? (
              <ScreenSkeleton shape={screen.shape} />
            ) : !screens.includes(screen) ? (
              <AskForAccess role={access.role} instead={screens[0]} />
            ) : (
              <InSet key={prepared?.set.id ?? "live"} isLive={!prepared}>
                <WayBack>
                  <Outlet />
                </WayBack>
                <FirstScreen />
              </InSet>
            )}
          </ScreenHere>
        </Shell>
        <Find open={finding && !waiting} onClose={() => setFinding(false)} onSignOut={onSignOut} />
      </RowHistory>
    </Prepared>
  );
}

/** Separate caches, so live data never shows as the set's, or the reverse, however late. */
function InSet({ isLive, children }: { isLive: boolean; children: ReactNode }) {
  const live = useQueryClient();
  const [own] = useState(() => (isLive ? live : secondaryClient(live)));
  useEffect(() => (isLive ? undefined : linkClients(live, own)), [isLive, live, own]);
  useEffect(() => {
    // Something was decided or discarded in the review, so the lists are out of date.
    if (!isLive) return onPrepared(() => void own.invalidateQueries());
  }, [isLive, own]);
  return <QueryClientProvider client={own}>{children}</QueryClientProvider>;
}

/** A request without a response must not block what waits for the first screen forever. */
const MAX_WAIT_MS = 5_000;

/** Reports the first screen as ready once its initial requests have finished. */
function FirstScreen() {
  const client = useQueryClient();
  useEffect(() => {
    const cache = client.getQueryCache();
    const look = () => client.isFetching() === 0 && reportFirstScreen();
    const timer = setTimeout(reportFirstScreen, MAX_WAIT_MS);
    const stop = cache.subscribe(look);
    look();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return null;
}
