import { adminEndpoint } from "../_shared/admin.ts";
import type { Named } from "../_shared/deliverability/facts.ts";
import { lookUpByDeno } from "../_shared/deliverability/look-up.ts";
import { dnsName, domainName } from "../_shared/deliverability/names.ts";
import { readDeliverability } from "../_shared/deliverability/read.ts";
import { refused } from "../_shared/endpoint.ts";

/**
 * What DNS says about the domain that sends this site's email. Takes what the headers of a test email named:
 * {selector, signer, bounce}, all optional. Returns {success, error, facts}.
 */
export default adminEndpoint({
  method: "POST",
  async answer(_database, { host, body }) {
    const named: Named = {
      selector: optional(body.selector, dnsName),
      signer: optional(body.signer, domainName),
      bounce: optional(body.bounce, domainName),
    };
    const lookUp = host.lookUpText ?? lookUpByDeno;
    return { facts: await readDeliverability(lookUp, host.env("MAIL_FROM"), named) };
  },
});

function optional(value: unknown, read: (text: unknown) => string | undefined) {
  const name = value === undefined ? undefined : read(value);
  if (value !== undefined && name === undefined)
    throw refused(400, "This isn't a domain name or a DKIM selector.");
  return name;
}
