-- The list of changes can be narrowed to an action, a subject or the person who made them.
create index changes_action on changes (organization_id, action, created_at desc);
create index changes_subject on changes (organization_id, subject_id, created_at desc);
