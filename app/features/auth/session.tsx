import type { Session, User } from "@supabase/supabase-js";
import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { comeToRest, forgetAll, goOn } from "#app/lib/data/query-client.ts";
import { allowRequests, dropRequests, supabase } from "#app/lib/data/supabase.ts";
import { type Arrival, readArrival } from "./arrival.ts";
import * as queries from "./queries.ts";
import { isHalf } from "./second-factor/half-session.ts";

interface SessionState {
  /** true until the first session is known (rule A-6) */
  loading: boolean;
  user: User | null;
  /** the session of `user` ended unexpectedly: keep typed text, and sign in again in place */
  expired: boolean;
  /** the session proved only the password, and the person has a second factor */
  half: boolean;
  /** arrived by a reset link: must set a new password first */
  recovering: boolean;
  /** why an emailed link failed */
  linkError?: string;
}

interface SessionValue extends SessionState {
  /** Ends the session on purpose, like queries.signOut. */
  signOut(): Promise<unknown>;
  /** The new password is set: continue as signed in. */
  recovered(): void;
}

const START: SessionState = {
  loading: true,
  user: null,
  expired: false,
  half: false,
  recovering: false,
};
const SessionContext = createContext<SessionValue | undefined>(undefined);

/** The current session, for every screen and the sign-in page. */
export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error("useSession needs a SessionProvider above it.");
  return value;
}

/** If the session ended without a sign-out, keep its user, so they can sign in again in place. */
function afterSignOut(before: SessionState, left: boolean): SessionState {
  const expired = Boolean(before.user) && !left;
  return { ...before, user: expired ? before.user : null, expired, half: false, recovering: false };
}

function dropHash() {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
}

const withSession = ({ user, expired }: SessionState, session: Session | null) => ({
  loading: false,
  user: session?.user ?? (expired ? user : null),
  expired: expired && !session,
  half: session !== null && isHalf(session),
});

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState(START);
  const leaving = useRef(false);
  const arrival = useRef<Arrival>(undefined);
  const client = useQueryClient();

  useEffect(() => {
    arrival.current ??= readArrival(window.location.hash);
    const { recovery, error } = arrival.current;
    // Remove it from the URL: a stranger may have written it, so don't keep or share it.
    if (error && window.location.hash) dropHash();
    const { data } = supabase().auth.onAuthStateChange((event, session) => {
      // Set by the first script (routes/admin/head-start); the next person may have another role.
      if (event === "SIGNED_OUT") delete document.documentElement.dataset.admin;
      setState((before) => {
        if (event === "SIGNED_OUT") return afterSignOut(before, leaving.current);
        const opened = before.loading && recovery && Boolean(session);
        return {
          ...withSession(before, session),
          recovering: before.recovering || event === "PASSWORD_RECOVERY" || opened,
          linkError: session ? undefined : error,
        };
      });
      if (event === "SIGNED_IN") leaving.current = false;
      // The client clears the hash but leaves the # itself.
      if (window.location.href.endsWith("#")) dropHash();
    });
    return () => data.subscription.unsubscribe();
  }, []);

  const signOut = useCallback(async () => {
    leaving.current = true;
    try {
      await comeToRest(client, dropRequests);
      const serverError = await queries.signOut();
      // A session that had ended already raises no event.
      setState((before) => ({
        ...before,
        user: null,
        expired: false,
        half: false,
        recovering: false,
      }));
      forgetAll(client);
      allowRequests();
      return serverError;
    } catch (cause) {
      leaving.current = false;
      allowRequests();
      goOn(client);
      throw cause;
    }
  }, [client]);

  const recovered = useCallback(() => setState((before) => ({ ...before, recovering: false })), []);

  const value = useMemo(() => ({ ...state, signOut, recovered }), [state, signOut, recovered]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

/** The name to greet with, as typed at sign-up. */
export const fullName = (user: User): string | undefined => {
  const name: unknown = user.user_metadata.full_name;
  return typeof name === "string" && name.trim() ? name.trim() : undefined;
};
