/** Compares in constant time. */
export function isSecret(given: string | null | undefined, secret: string): boolean {
  if (!secret || given?.length !== secret.length) return false;
  let difference = 0;
  for (let at = 0; at < secret.length; at += 1)
    difference |= secret.charCodeAt(at) ^ given.charCodeAt(at);
  return difference === 0;
}
