-- What a column holds where its name does not say it, told where the column is: the app's types are
-- written from here (`npm run types:write`) and carry these sentences on.

comment on column public.contact_submissions.request_id is
  'One for each message a visitor writes; a repeated insert is left out without an error.';
comment on column public.contact_submissions.trap is
  'What stood in the field that people don''t see.';
comment on column public.contact_submissions.filled_in_ms is
  'How long the form was open; null when unknown.';
comment on column public.contact_submissions.is_spam is
  'Held back: not mailed, and not counted among the real ones.';
comment on column public.contact_submissions.mail_requests is
  'How often staff asked for the mail, by ''not spam'' or by sending it anew.';
comment on column public.contact_submissions.search_text is
  'Name, e-mail and business in lower case, for the list''s search.';
comment on column public.submission_notes.author_id is 'Null: the account was deleted.';
comment on column public.media_library.file_size is 'Bytes.';
