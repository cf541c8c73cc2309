-- The sources there are, and the leads of one, without reading all leads: the choices of the list's filters
-- are asked for with its first page.

create index contact_submissions_of_source on public.contact_submissions (source);
