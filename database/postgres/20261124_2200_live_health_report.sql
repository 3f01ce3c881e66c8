-- What the process with the encoder last said of its input: `{ status, advice, metadata }`. Other processes show it.
alter table live_broadcasts add column health jsonb;
