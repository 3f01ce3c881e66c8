-- Mailed to the old address when it was changed.
alter table mailed_links drop constraint mailed_links_purpose_check;
alter table mailed_links add constraint mailed_links_purpose_check
  check (purpose in ('signup', 'password_reset', 'email_change', 'email_undo'));
