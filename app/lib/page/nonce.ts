import { createContext } from "react";

/**
 * The nonce of a streamed page, for its inline styles and prefetch rules; React adds it to its own
 * scripts. A page sent as a whole uses hashes instead, and its nonces are removed.
 */
export const NonceContext = createContext<string | undefined>(undefined);
