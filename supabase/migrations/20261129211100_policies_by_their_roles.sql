-- These policies have been named after admins since before there were other roles. Each is named after the people
-- that it lets in: editors (may_edit_content), or those who handle leads (may_handle_leads).
alter policy "Admins write the site's texts" on public.site_content rename to "Editors write the site's texts";
alter policy "Admins read and write all settings" on public.site_settings rename to "Editors read and write settings";
alter policy "Admins read and write all FAQs" on public.faq_items rename to "Editors read and write all FAQs";
alter policy "Admins read and write all prices" on public.pricing_items rename to "Editors read and write all prices";
alter policy "Admins read and write all services" on public.services rename to "Editors read and write all services";
alter policy "Admins read and write all testimonials" on public.testimonials
  rename to "Editors read and write all testimonials";
alter policy "Admins read and write the media library" on public.media_library
  rename to "Editors read and write the media library";
alter policy "Admins read the trash of files" on public.media_trash rename to "Editors read the trash of files";
alter policy "Admins delete files forever" on public.media_trash rename to "Editors delete files forever";
alter policy "Admins list media files" on storage.objects rename to "Editors list media files";
alter policy "Admins upload media files" on storage.objects rename to "Editors upload media files";
alter policy "Admins replace media files" on storage.objects rename to "Editors replace media files";
alter policy "Admins remove media files" on storage.objects rename to "Editors remove media files";
alter policy "Admins read and write all submissions" on public.contact_submissions
  rename to "Who handles leads reads and writes them";
alter policy "Admins read all notes" on public.submission_notes rename to "Who handles leads reads all notes";
alter policy "Admins add notes" on public.submission_notes rename to "Who handles leads adds notes";
alter policy "Admins change their own notes" on public.submission_notes
  rename to "Who handles leads changes their own notes";
alter policy "Admins delete their own notes" on public.submission_notes
  rename to "Who handles leads deletes their own notes";
