create index assets_with_open_master on assets (master_until) where master_until is not null;
