/** The email of ours that all of these answer. */
export const OURS = "mail-11111111-1111-4111-8111-111111111111@example.com";
const TO = "reply+0123456789abcdef@example.com";

/** As it travels: with CRLF. */
export const email = (text: string): Uint8Array =>
  new TextEncoder().encode(text.trimStart().replace(/\r?\n/g, "\r\n"));

interface Sample {
  raw: Uint8Array;
  /** the new part of its text */
  fresh: string;
  /** starts the quoted part */
  quoted: string;
  references: string[];
  html: boolean;
}

const alternative = (boundary: string, plain: string, html: string, encoding = "7bit") => `
--${boundary}
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: ${encoding}

${plain}

--${boundary}
Content-Type: text/html; charset="UTF-8"
Content-Transfer-Encoding: ${encoding}

${html}

--${boundary}--
`;

/** Answers of one lead, as different programs write them. */
export const clients: Record<string, Sample> = {
  Gmail: {
    raw: email(`
Delivered-To: ${TO}
Return-Path: <ana.ruiz@gmail.com>
Received: from mail-ed1-x532.google.com by mx.example.com; Mon, 23 Nov 2026 10:05:03 -0800
MIME-Version: 1.0
References: <${OURS}>
In-Reply-To: <${OURS}>
From: Ana Ruiz <ana.ruiz@gmail.com>
Date: Mon, 23 Nov 2026 10:05:00 -0800
Message-ID: <CAF=x_gmail-1@mail.gmail.com>
Subject: Re: Your request to Evergreen
To: Evergreen <${TO}>
Content-Type: multipart/alternative; boundary="000000000000a1b2c3"
${alternative(
  "000000000000a1b2c3",
  `Tuesday works =E2=80=93 thanks!

Ana

On Mon, Nov 23, 2026 at 9:58=E2=80=AFAM Evergreen <
reply+0123456789abcdef@example.com> wrote:

> Hi Ana,
>
> Would Tuesday work?
>`,
  `<div dir=3D"ltr">Tuesday works =E2=80=93 thanks!<div><br></div><div>Ana</div></div><br><div cla=
ss=3D"gmail_quote"><div dir=3D"ltr" class=3D"gmail_attr">On Mon, Nov 23, 2026 at 9:58=E2=80=AFAM Evergreen wr=
ote:<br></div><blockquote>Hi Ana,</blockquote></div>`,
  "quoted-printable",
)}`),
    fresh: "Tuesday works – thanks!\n\nAna",
    quoted: "On Mon, Nov 23, 2026 at 9:58",
    references: [OURS],
    html: true,
  },

  "Outlook for Windows": {
    raw: email(`
From: "Ruiz, Ana" <ana@halfmoon.example>
To: Evergreen <${TO}>
Subject: RE: Your request to Evergreen
Thread-Topic: Your request to Evergreen
Thread-Index: AQHcXabc
Date: Mon, 23 Nov 2026 18:05:00 +0000
Message-ID: <PH0PR01MB1234567890ABCDEF@PH0PR01MB1234.prod.exchangelabs.com>
References: <${OURS}>
In-Reply-To: <${OURS}>
X-Auto-Response-Suppress: DR, OOF, AutoReply
Content-Language: en-US
MIME-Version: 1.0
Content-Type: multipart/alternative;
	boundary="_000_PH0PR01MB1234_"
${alternative(
  "_000_PH0PR01MB1234_",
  `Tuesday works.

Ana

From: Evergreen <reply+0123456789abcdef@example.com>
Sent: Monday, November 23, 2026 9:58 AM
To: Ruiz, Ana <ana@halfmoon.example>
Subject: Your request to Evergreen

Hi Ana,

Would Tuesday work?
`,
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0in;} --></style></head>
<body lang="EN-US"><div class="WordSection1"><p class="MsoNormal">Tuesday works.<o:p></o:p></p></div></body></html>`,
)}`),
    fresh: "Tuesday works.\n\nAna",
    quoted: "From: Evergreen",
    references: [OURS],
    html: true,
  },

  "Outlook on the web": {
    raw: email(`
From: Ana Ruiz <ana.ruiz@outlook.com>
To: Evergreen <${TO}>
Subject: Re: Your request to Evergreen
Date: Mon, 23 Nov 2026 18:05:00 +0000
Message-ID: <DM6PR02MB0001@DM6PR02MB0001.namprd02.prod.outlook.com>
References: <first@outlook.com>
 <${OURS}>
In-Reply-To: <${OURS}>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="_000_DM6PR02MB0001_"
${alternative(
  "_000_DM6PR02MB0001_",
  `Tuesday works.
________________________________
From: Evergreen <reply+0123456789abcdef@example.com>
Sent: Monday, November 23, 2026 9:58 AM
To: Ana Ruiz <ana.ruiz@outlook.com>
Subject: Your request to Evergreen

Hi Ana,`,
  '<html><body><div class="elementToProof">Tuesday works.</div><hr><div id="divRplyFwdMsg">From: Evergreen</div></body></html>',
)}`),
    fresh: "Tuesday works.",
    quoted: "________________________________",
    references: ["first@outlook.com", OURS],
    html: true,
  },

  "Apple Mail": {
    raw: email(`
From: Ana Ruiz <ana@icloud.com>
Content-Type: multipart/alternative;
	boundary="Apple-Mail=_A1B2"
Mime-Version: 1.0 (Mac OS X Mail 16.0 \\(3826.700.81\\))
Subject: Re: Your request to Evergreen
Date: Mon, 23 Nov 2026 10:05:00 -0800
References: <${OURS}>
To: Evergreen <${TO}>
In-Reply-To: <${OURS}>
Message-Id: <4F0A11D2-0000-4000-8000-000000000001@icloud.com>
${alternative(
  "Apple-Mail=_A1B2",
  `Tuesday works.

> On Nov 23, 2026, at 9:58=E2=80=AFAM, Evergreen <reply+0123456789abcdef@exam=
ple.com> wrote:
>=20
> Hi Ana,
>=20
> Would Tuesday work?
`,
  '<html><body>Tuesday works.<div><br><blockquote type=3D"cite"><div>On Nov 23, 2026</div></blockquote></div></body></html>',
  "quoted-printable",
)}`),
    fresh: "Tuesday works.",
    quoted: "> On Nov 23, 2026, at 9:58",
    references: [OURS],
    html: true,
  },

  iPhone: {
    raw: email(`
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable
From: Ana Ruiz <ana@icloud.com>
Mime-Version: 1.0 (1.0)
Subject: Re: Your request to Evergreen
Date: Mon, 23 Nov 2026 10:05:00 -0800
Message-Id: <4F0A11D2-0000-4000-8000-000000000002@icloud.com>
References: <${OURS}>
In-Reply-To: <${OURS}>
To: Evergreen <${TO}>
X-Mailer: iPhone Mail (23B85)

Tuesday works

Sent from my iPhone

> On Nov 23, 2026, at 9:58=E2=80=AFAM, Evergreen <reply+0123456789abcdef@exam=
ple.com> wrote:
>=20
> =EF=BB=BFHi Ana,
`),
    fresh: "Tuesday works\n\nSent from my iPhone",
    quoted: "> On Nov 23, 2026, at 9:58",
    references: [OURS],
    html: false,
  },

  Yahoo: {
    raw: email(`
X-YMail-OSG: abc
From: Ana Ruiz <ana@yahoo.com>
To: Evergreen <${TO}>
Message-ID: <1300000000.12345.1795000000000@mail.yahoo.com>
In-Reply-To: <${OURS}>
References: <${OURS}>
Subject: Re: Your request to Evergreen
Date: Mon, 23 Nov 2026 18:05:00 +0000 (UTC)
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="----=_Part_12345_67890.1795000000000"
${alternative(
  "----=_Part_12345_67890.1795000000000",
  ` Tuesday works.

    On Monday, November 23, 2026 at 09:58:00 AM PST, Evergreen <reply+0123456789abcdef@example.com> wrote:  
 
 Hi Ana,
Would Tuesday work?
  `,
  '<html><body><div class="ydp1">Tuesday works.</div><div class="yahoo_quoted">On Monday</div></body></html>',
)}`),
    fresh: "Tuesday works.",
    quoted: "On Monday, November 23, 2026 at 09:58:00 AM PST",
    references: [OURS],
    html: true,
  },

  Thunderbird: {
    raw: email(`
Message-ID: <b5e0c1d2-0000-4000-8000-000000000003@halfmoon.example>
Date: Mon, 23 Nov 2026 19:05:00 +0100
MIME-Version: 1.0
User-Agent: Mozilla Thunderbird
Subject: Re: Your request to Evergreen
To: Evergreen <${TO}>
References: <${OURS}>
From: =?UTF-8?Q?Ana_Ru=C3=ADz?= <ana@halfmoon.example>
In-Reply-To: <${OURS}>
Content-Type: text/plain; charset=UTF-8; format=flowed
Content-Transfer-Encoding: 8bit

Tuesday works, and so does 
Wednesday.

Am 23.11.26 um 18:58 schrieb Evergreen:
> Hi Ana,
>
> Would Tuesday work?

-- 
Ana Ruíz
`),
    fresh: "Tuesday works, and so does Wednesday.",
    quoted: "Am 23.11.26 um 18:58 schrieb Evergreen:",
    references: [OURS],
    html: false,
  },
};
