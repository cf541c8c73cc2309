/** An emailed link: its type, and the token that its button uses up. */
export interface MailedLink {
  token_hash: string;
  type: LinkType;
}

const TYPES = ["signup", "recovery", "invite"] as const;
export type LinkType = (typeof TYPES)[number];

/** Reads an emailed link from the URL; undefined when it is incomplete. */
export function readMailedLink(params: URLSearchParams): MailedLink | undefined {
  const token_hash = params.get("token_hash");
  const type = TYPES.find((one) => one === params.get("type"));
  return token_hash && type ? { token_hash, type } : undefined;
}

/** Reads the link from the history state, which is not part of any URL. */
export function storedLink(state: unknown): MailedLink | undefined {
  const { token_hash, type } = (state ?? {}) as Partial<Record<string, unknown>>;
  return readMailedLink(
    new URLSearchParams({ token_hash: String(token_hash ?? ""), type: String(type ?? "") }),
  );
}
