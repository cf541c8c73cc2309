import { createContext } from "react";

/**
 * The nonce of a page that is streamed, for its inline styles and prefetch rules; React gives its own
 * scripts theirs. A page that is sent whole is allowed by hashes, and its nonces are taken out again.
 */
export const NonceContext = createContext<string | undefined>(undefined);
