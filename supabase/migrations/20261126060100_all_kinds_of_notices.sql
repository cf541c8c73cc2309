-- Two migrations named the kinds of notices, and the later one left out what the earlier one had added: a backup could
-- not be downloaded, as nobody could be told of it.

alter table private.account_notices drop constraint account_notices_kind_check;
alter table private.account_notices
  add constraint account_notices_kind_check check (
    kind in (
      'password_changed', 'admin_granted', 'admin_removed', 'backup_trouble', 'webhook_changed',
      'backup_downloaded', 'colleague_invited', 'colleague_removed'
    )
  );
