/** In lower case, as PostgreSQL and crypto.randomUUID write it. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In any case. */
export const isUuid = (value: unknown): value is string =>
  typeof value === "string" && UUID.test(value.toLowerCase());
