/** A link from a mail: what it is for, and the token that its button uses up. */
export interface MailedLink {
  token_hash: string;
  type: LinkType;
}

const TYPES = ["signup", "recovery", "invite"] as const;
export type LinkType = (typeof TYPES)[number];

/** Reads what a mail put into the address; nothing when the link is not whole. */
export function readMailedLink(params: URLSearchParams): MailedLink | undefined {
  const token_hash = params.get("token_hash");
  const type = TYPES.find((one) => one === params.get("type"));
  return token_hash && type ? { token_hash, type } : undefined;
}

/** Reads what the history kept of it, which is no part of any address. */
export function keptLink(state: unknown): MailedLink | undefined {
  const { token_hash, type } = (state ?? {}) as Partial<Record<string, unknown>>;
  return readMailedLink(
    new URLSearchParams({ token_hash: String(token_hash ?? ""), type: String(type ?? "") }),
  );
}
