/** The email addresses that the database accepts: private.is_email in supabase/migrations. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9._%+'&*/=?^`{|}~!#$-]*[a-z0-9_+%'&*/=?^`{|}~!#$-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,63}$/i;

/** A URL with a username or password, which browsers would send: private.has_credentials. */
export const CREDENTIALS = /^\s*(https?:[/\\]*|[/\\]{2})[^/\\?#]*@/i;

/** The links that the database accepts: http, https, or a path on this site (private.is_link). */
export const LINK = /^(https?:\/\/[^\s/"<>\\]+|\/(?![/\\]))[^\s"<>\\]*$/;

/** Adds https:// to "company.com/page". Paths on this site and other text stay unchanged. */
export const withScheme = (address: string) =>
  /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(address) ? `https://${address}` : address;
