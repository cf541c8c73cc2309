-- Every policy for staff asks what kind of work it is about: editing the site, handling leads, or administering.
-- Today each answer is "is this an admin?" (private.may_edit_content() and its like); roles can come without
-- another look at the policies.

alter policy "Admins write the site's texts" on public.site_content
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read and write all settings" on public.site_settings
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read and write all services" on public.services
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read and write all prices" on public.pricing_items
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read and write all FAQs" on public.faq_items
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read and write all testimonials" on public.testimonials
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));

alter policy "Admins read and write the media library" on public.media_library
  using ((select private.may_edit_content())) with check ((select private.may_edit_content()));
alter policy "Admins read the trash of files" on public.media_trash
  using ((select private.may_edit_content()));
alter policy "Admins delete files forever" on public.media_trash
  using ((select private.may_edit_content()));
alter policy "Admins list media files" on storage.objects
  using (bucket_id = 'media' and (select private.may_edit_content()));
alter policy "Admins upload media files" on storage.objects
  with check (bucket_id = 'media' and name like 'uploads/%' and (select private.may_edit_content()));
alter policy "Admins replace media files" on storage.objects
  using (bucket_id = 'media' and (select private.may_edit_content()))
  with check (bucket_id = 'media' and name like 'uploads/%' and (select private.may_edit_content()));
alter policy "Admins remove media files" on storage.objects
  using (bucket_id = 'media' and (select private.may_edit_content()));

alter policy "Admins read and write all submissions" on public.contact_submissions
  using ((select private.may_handle_leads())) with check ((select private.may_handle_leads()));
alter policy "Admins read all notes" on public.submission_notes
  using ((select private.may_handle_leads()));
alter policy "Admins add notes" on public.submission_notes
  with check ((select private.may_handle_leads()));
alter policy "Admins change their own notes" on public.submission_notes
  using (author_id = (select auth.uid()) and (select private.may_handle_leads()))
  with check (author_id = (select auth.uid()) and (select private.may_handle_leads()));
alter policy "Admins delete their own notes" on public.submission_notes
  using (author_id = (select auth.uid()) and (select private.may_handle_leads()));

comment on function public.is_admin_user() is
  'True when the caller is signed in as an admin. Policies ask private.may_edit_content() and its like, which ask this.';
