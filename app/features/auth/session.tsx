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
import { forgetAll, resumeReads, settleAndCancel } from "#app/lib/data/query-client.ts";
import { abortRequests, allowRequests, supabase } from "#app/lib/data/supabase.ts";
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
  /**
   * Ends the session on purpose. Resolves once this browser has none, before the server answers: by then,
   * someone may have signed in again.
   * @returns why the server could not end the session; undefined when it did
   * @throws when the browser still holds the session
   */
  signOut(): Promise<{ serverError: Promise<unknown> }>;
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
  // The sign-out in progress, which a second call joins. Call `gone` once this browser has no session.
  const ending = useRef<{ done: ReturnType<SessionValue["signOut"]>; gone: () => void }>(undefined);
  const arrival = useRef<Arrival>(undefined);
  const client = useQueryClient();

  useEffect(() => {
    arrival.current ??= readArrival(window.location.hash);
    const { recovery, error } = arrival.current;
    // Remove it from the URL: a stranger may have written it, so don't keep or share it.
    if (error && window.location.hash) dropHash();
    const { data } = supabase().auth.onAuthStateChange((event, session) => {
      const left = ending.current;
      if (event === "SIGNED_OUT") {
        // Set by the first script (routes/admin/head-start); the next person may have another role.
        delete document.documentElement.dataset.admin;
        left?.gone();
      }
      setState((before) => {
        if (event === "SIGNED_OUT") return afterSignOut(before, Boolean(left));
        const opened = before.loading && recovery && Boolean(session);
        return {
          ...withSession(before, session),
          recovering: before.recovering || event === "PASSWORD_RECOVERY" || opened,
          linkError: session ? undefined : error,
        };
      });
      // The client clears the hash but leaves the # itself.
      if (window.location.href.endsWith("#")) dropHash();
    });
    return () => data.subscription.unsubscribe();
  }, []);

  const signOut = useCallback(() => {
    let gone = () => {};
    const removed = new Promise<void>((resolve) => {
      gone = resolve;
    });
    async function end() {
      try {
        await settleAndCancel(client, abortRequests);
        const ended = queries.signOut();
        await Promise.race([removed, ended]);
        forgetAll(client);
        allowRequests();
        return { serverError: ended.catch((cause: unknown) => cause) };
      } catch (cause) {
        allowRequests();
        resumeReads(client);
        throw cause;
      } finally {
        ending.current = undefined;
      }
    }
    ending.current ??= { done: end(), gone };
    return ending.current.done;
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
