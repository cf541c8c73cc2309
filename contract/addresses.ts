/** What the database takes for an email address: private.is_email in supabase/migrations. */
export const EMAIL =
  /^(?!\.)(?!.*\.\.)[a-z0-9._%+'&*/=?^`{|}~!#$-]*[a-z0-9_+%'&*/=?^`{|}~!#$-]@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,63}$/i;

/** A web address with a name or a password in it, which browsers send along: private.has_credentials. */
export const CREDENTIALS = /^\s*(https?:[/\\]*|[/\\]{2})[^/\\?#]*@/i;

/** What it takes for a link: http, https, or a path on this site (private.is_link). */
export const LINK = /^(https?:\/\/[^\s/"<>\\]+|\/(?![/\\]))[^\s"<>\\]*$/;

/** "company.com/page" is meant as a web address; a path on this site and other words stay as they are. */
export const withScheme = (address: string) =>
  /^[\w-]+(\.[\w-]+)+([/?#:].*)?$/.test(address) ? `https://${address}` : address;
