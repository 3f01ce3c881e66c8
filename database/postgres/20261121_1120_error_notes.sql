-- What people wrote about an error; the errors themselves are counted from views.
create table error_notes (
  environment_id uuid not null references environments on delete cascade,
  error_type_id bigint not null,
  notes text not null,
  updated_at timestamptz not null default now(),
  primary key (environment_id, error_type_id)
);
