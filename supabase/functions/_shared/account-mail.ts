import { escapeHtml, oneLine } from "./text.ts";

/** Mails with a link that somebody asked for. */
export type LinkMailKind = "signup" | "account_exists" | "recovery" | "invite";
/** Mails that tell of what was done. */
export type NoticeKind = "password_changed" | "admin_granted" | "admin_removed";
export type AccountMailKind = LinkMailKind | NoticeKind;

export interface Brand {
  company: string;
  /** #rrggbb; anything else, and nothing, is the product's own green */
  colour: string | null;
}

interface Words {
  subject: string;
  what: string;
  button: string;
  /** how long the link works; left out: it is a plain page of the site */
  expiry?: string;
  otherwise: string;
}

const EXPIRY = "The link works once, within 24 hours.";

const words = (company: string): Record<AccountMailKind, Words> => ({
  signup: {
    subject: `Confirm your e-mail address for ${company}`,
    what: `An account for the ${company} website was made with this e-mail address. Confirm that it is yours, and choose the password to sign in with.`,
    button: "Confirm e-mail address",
    expiry: EXPIRY,
    otherwise: "If you did not make this account, do nothing: without confirming it stays closed.",
  },
  account_exists: {
    subject: `You already have an account for ${company}`,
    what: `Someone tried to make an account on the ${company} website with this e-mail address, which already has one. Sign in, or set a new password if you no longer know yours.`,
    button: "Sign in or set a new password",
    otherwise: "If it was not you, do nothing: your account and its password stay as they are.",
  },
  recovery: {
    subject: `Set a new password for ${company}`,
    what: `Someone asked to set a new password for your account on the ${company} website.`,
    button: "Set a new password",
    expiry: EXPIRY,
    otherwise: "If it was not you, do nothing: your password stays as it is.",
  },
  invite: {
    subject: `You are invited to manage the ${company} website`,
    what: `An admin of the ${company} website invites you to manage it with them: its texts, prices, pictures and messages. Accept, and choose the password to sign in with.`,
    button: "Accept the invitation",
    expiry: "The link works once, within 7 days.",
    otherwise: "If you don't know what this is about, do nothing: nothing happens without you.",
  },
  password_changed: {
    subject: `Your password for ${company} was changed`,
    what: `The password of your account on the ${company} website was changed. Wherever you were signed in with the old one, you are signed out.`,
    button: "Set another password",
    otherwise:
      "If neither you nor an admin whom you asked did this, set another password now, and tell an admin.",
  },
  admin_granted: {
    subject: `You are an admin of the ${company} website now`,
    what: `Your account on the ${company} website has admin rights now: you can see and change everything there.`,
    button: "Open the admin",
    otherwise: "If you did not expect this, tell another admin.",
  },
  admin_removed: {
    subject: `You are no longer an admin of the ${company} website`,
    what: `Your account on the ${company} website has no admin rights any more. The account itself stays.`,
    button: "Open the website",
    otherwise: "If you did not expect this, ask another admin.",
  },
});

/** A mail with one button, as HTML and as plain text. Values are escaped. */
export function renderAccountMail(kind: AccountMailKind, link: string, brand: Brand) {
  const { company } = brand;
  const colour = /^#[0-9a-f]{6}$/i.test(brand.colour ?? "") ? String(brand.colour) : "#1F6E4D";
  const { expiry = "", ...said } = words(oneLine(company))[kind];
  const { subject, what, button, otherwise } = said;
  const notes = [expiry, otherwise].filter(Boolean);
  const text = [what, "", `${button}:`, link, "", ...notes, "", company, ""].join("\n");
  return { subject, text, html: page({ ...said, expiry, link, company, colour }) };
}

function page(raw: Required<Words> & { link: string; company: string; colour: string }) {
  const entries = Object.entries(raw).map(([key, value]) => [key, escapeHtml(value)]);
  const { subject, what, button, otherwise, expiry, link, company, colour } = Object.fromEntries(
    entries,
  ) as typeof raw;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${subject}</title></head>
<body style="margin:0;padding:32px 16px;background:#f4f6f4;color:#1b221e;font:16px/1.55 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif">
<table role="presentation" width="100%" style="max-width:520px;margin:0 auto;background:#ffffff;border-top:4px solid ${colour};border-radius:8px">
<tr><td style="padding:32px">
<p style="margin:0 0 24px;font-weight:700;color:${colour}">${company}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${subject}</h1>
<p style="margin:0 0 24px">${what}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:13px 22px;border-radius:6px;background:${colour};color:#ffffff;font-weight:600;text-decoration:none">${button}</a></p>
<p style="margin:0 0 8px;font-size:14px;color:#55605a">${expiry && `${expiry} `}If the button does not work, copy this address into your browser:</p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all"><a href="${link}" style="color:${colour}">${link}</a></p>
<p style="margin:0;font-size:14px;color:#55605a">${otherwise}</p>
</td></tr></table>
</body>
</html>
`;
}
