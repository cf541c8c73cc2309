/** A media type as it is listed: without parameters (`; codecs=opus`), in small letters (RFC 9110, 8.3.1). */
export const bareType = (type: string) => (type.split(";")[0] ?? "").trim().toLowerCase();
