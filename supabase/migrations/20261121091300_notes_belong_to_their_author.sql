-- A note about a submission says what one person of the staff knows or did. All admins read it; only
-- who wrote it changes or deletes it. A note whose author's account is gone stays as long as its
-- submission does.

drop policy "Admins read and write notes" on public.submission_notes;

create policy "Admins read all notes" on public.submission_notes
  for select to authenticated using ((select public.is_admin_user()));
create policy "Admins add notes" on public.submission_notes
  for insert to authenticated with check ((select public.is_admin_user()));
create policy "Admins change their own notes" on public.submission_notes
  for update to authenticated
  using (author_id = (select auth.uid()) and (select public.is_admin_user()))
  with check (author_id = (select auth.uid()) and (select public.is_admin_user()));
create policy "Admins delete their own notes" on public.submission_notes
  for delete to authenticated
  using (author_id = (select auth.uid()) and (select public.is_admin_user()));
