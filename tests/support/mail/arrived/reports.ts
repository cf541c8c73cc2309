import type { ArrivedMail } from "#supabase/functions/_shared/inbound/arrived.ts";
import { email, OURS } from "./clients.ts";

interface Sample extends Pick<ArrivedMail, "kind" | "report"> {
  raw: Uint8Array;
  /** whether it returns the email that it is about */
  returns: boolean;
}

const RETURNED = `From: Evergreen <hello@example.com>
To: ana@halfmoon.example
Subject: Your request to Evergreen
Message-ID: <${OURS}>
Date: Mon, 23 Nov 2026 09:58:00 -0800`;

/** Reports and automatic answers, as mail servers write them. */
export const reports: Record<string, Sample> = {
  "a bounce by Postfix": {
    raw: email(`
Return-Path: <>
Date: Mon, 23 Nov 2026 17:58:03 +0000 (UTC)
From: MAILER-DAEMON@mx.example.com (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: hello@example.com
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="4XYZ.1795000000/mx.example.com"
Message-Id: <20261123175803.4XYZ@mx.example.com>

This is a MIME-encapsulated message.

--4XYZ.1795000000/mx.example.com
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.example.com.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients.

--4XYZ.1795000000/mx.example.com
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com
X-Postfix-Queue-ID: 4XYZ
Arrival-Date: Mon, 23 Nov 2026 17:58:01 +0000 (UTC)

Final-Recipient: rfc822; ana@halfmoon.example
Original-Recipient: rfc822;ana@halfmoon.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; mail.halfmoon.example
Diagnostic-Code: smtp; 550 5.1.1 <ana@halfmoon.example>: Recipient address
    rejected: User unknown in local recipient table

--4XYZ.1795000000/mx.example.com
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

${RETURNED}

--4XYZ.1795000000/mx.example.com--
`),
    kind: "bounce",
    report: {
      recipient: "ana@halfmoon.example",
      status: "5.1.1",
      action: "failed",
      reason:
        "550 5.1.1 <ana@halfmoon.example>: Recipient address rejected: User unknown in local recipient table",
    },
    returns: true,
  },

  "a bounce by Exchange": {
    raw: email(`
From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.com>
To: hello@example.com
Date: Mon, 23 Nov 2026 17:58:03 +0000
Content-Type: multipart/report; report-type=delivery-status;
	boundary="c0ffee-0000"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-US
Message-ID: <c0ffee@example.com>
In-Reply-To: <${OURS}>
References: <${OURS}>
Subject: Undeliverable: Your request to Evergreen
Auto-Submitted: auto-replied
MIME-Version: 1.0

--c0ffee-0000
Content-Type: multipart/alternative; differences=Content-Type;
	boundary="c0ffee-0001"

--c0ffee-0001
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Delivery has failed to these recipients or groups:

--c0ffee-0001
Content-Type: text/html; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

<html><body><p>Delivery has failed to these recipients or groups:</p></body></html>

--c0ffee-0001--

--c0ffee-0000
Content-Type: message/delivery-status

Reporting-MTA: dns;DM6PR02MB0001.namprd02.prod.outlook.com
Received-From-MTA: dns;mx.example.com
Arrival-Date: Mon, 23 Nov 2026 17:58:02 +0000

Final-Recipient: rfc822;ana@halfmoon.example
Action: failed
Status: 5.2.2
Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException

--c0ffee-0000
Content-Type: message/rfc822

${RETURNED}
Content-Type: text/plain

Hi Ana,

--c0ffee-0000--
`),
    kind: "bounce",
    report: {
      recipient: "ana@halfmoon.example",
      status: "5.2.2",
      action: "failed",
      reason: "554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceededException",
    },
    returns: true,
  },

  "a bounce by Gmail": {
    raw: email(`
Return-Path: <>
Content-Type: multipart/report; boundary="00000000000017c5"; report-type=delivery-status
To: hello@example.com
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: <${OURS}>
In-Reply-To: <${OURS}>
X-Failed-Recipients: ana@gmail.com
Message-ID: <67890.gmail-dsn@mx.google.com>
Date: Mon, 23 Nov 2026 09:58:05 -0800 (PST)

--00000000000017c5
Content-Type: multipart/related; boundary="00000000000017c6"

--00000000000017c6
Content-Type: multipart/alternative; boundary="00000000000017c7"

--00000000000017c7
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to ana@gmail.com because the address couldn't be found.

--00000000000017c7
Content-Type: text/html; charset="UTF-8"

<html><body><h2>Address not found</h2></body></html>

--00000000000017c7--
--00000000000017c6
Content-Type: image/png; name="icon.png"
Content-Disposition: attachment; filename="icon.png"
Content-Transfer-Encoding: base64
Content-ID: <icon.png>

iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNiAAAABgADNjd8qAAA
AABJRU5ErkJggg==
--00000000000017c6--
--00000000000017c5
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; hello@example.com
Arrival-Date: Mon, 23 Nov 2026 09:58:04 -0800 (PST)
X-Original-Message-ID: <${OURS}>

Final-Recipient: rfc822; ana@gmail.com
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (142.250.0.1, the server for the domain gmail.com.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos
Last-Attempt-Date: Mon, 23 Nov 2026 09:58:05 -0800 (PST)

--00000000000017c5
Content-Type: message/rfc822

${RETURNED}

Hi Ana,
--00000000000017c5--
`),
    kind: "bounce",
    report: {
      recipient: "ana@gmail.com",
      status: "5.1.1",
      action: "failed",
      reason:
        "550-5.1.1 The email account that you tried to reach does not exist. Please try 550-5.1.1 double-checking the recipient's email address for typos",
    },
    returns: true,
  },

  "news of a delay": {
    raw: email(`
Return-Path: <>
From: MAILER-DAEMON@mx.example.com
To: hello@example.com
Date: Mon, 23 Nov 2026 21:58:03 +0000
Subject: Delayed Mail (still being retried)
Message-ID: <delay@mx.example.com>
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Your message is delayed.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.com

Final-Recipient: rfc822; ana@halfmoon.example
Action: delayed
Status: 4.4.1
--b--
`),
    kind: "auto_reply",
    report: {
      recipient: "ana@halfmoon.example",
      status: "4.4.1",
      action: "delayed",
      reason: "Your message is delayed.",
    },
    returns: false,
  },

  "a complaint": {
    raw: email(`
From: <abusedesk@isp.example>
Date: Mon, 23 Nov 2026 18:58:03 +0000
Subject: FW: Your request to Evergreen
To: <hello@example.com>
Message-ID: <arf-1@isp.example>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report;
     boundary="part1_13d.2e68ed54_boundary"

--part1_13d.2e68ed54_boundary
Content-Type: text/plain; charset="US-ASCII"
Content-Transfer-Encoding: 7bit

This is an email abuse report for an email message.

--part1_13d.2e68ed54_boundary
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: SomeGenerator/1.0
Version: 1
Original-Rcpt-To: <ana@halfmoon.example>

--part1_13d.2e68ed54_boundary
Content-Type: message/rfc822
Content-Disposition: inline

${RETURNED}

Hi Ana,
--part1_13d.2e68ed54_boundary--
`),
    kind: "complaint",
    report: {
      recipient: "ana@halfmoon.example",
      status: null,
      action: "abuse",
      reason: "This is an email abuse report for an email message.",
    },
    returns: true,
  },

  "an absence in Outlook": {
    raw: email(`
From: Ana Ruiz <ana@halfmoon.example>
To: Evergreen <hello@example.com>
Subject: Automatic reply: Your request to Evergreen
Date: Mon, 23 Nov 2026 17:58:09 +0000
Message-ID: <oof@halfmoon.example>
References: <${OURS}>
In-Reply-To: <${OURS}>
X-Auto-Response-Suppress: All
auto-submitted: auto-generated
Content-Type: text/plain

I'm away until December 1.
`),
    kind: "auto_reply",
    report: null,
    returns: true,
  },

  "an absence in Gmail": {
    raw: email(`
From: Ana Ruiz <ana.ruiz@gmail.com>
To: Evergreen <hello@example.com>
Subject: Out of office Re: Your request to Evergreen
Date: Mon, 23 Nov 2026 17:58:09 +0000
Message-ID: <vacation@mail.gmail.com>
References: <${OURS}>
In-Reply-To: <${OURS}>
Precedence: bulk
X-Autoreply: yes
Auto-Submitted: auto-replied
Content-Type: text/plain

I'm away until December 1.
`),
    kind: "auto_reply",
    report: null,
    returns: true,
  },
};
