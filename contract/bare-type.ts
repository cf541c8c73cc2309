/** A media type as listed: lowercase, without parameters (`; codecs=opus`) (RFC 9110, 8.3.1). */
export const bareType = (type: string) => (type.split(";")[0] ?? "").trim().toLowerCase();
