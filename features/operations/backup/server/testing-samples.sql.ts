import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

/** One column of every type that careless conversion would damage. */
export const makeSamplesTable = async (postgres: Database) => {
  await postgres.run(sql`
    create table samples (
      id bigint generated always as identity primary key,
      amount numeric, ratio float8, big bigint, moment timestamptz, day date, span interval,
      bytes bytea, words text[], grid integer[], document jsonb not null,
      maybe jsonb default '{"by": "default"}', "Odd ""name, row" text,
      doubled integer generated always as (char_length("Odd ""name, row") * 2) stored)`)
  await postgres.run(sql`
    create table a_sample_part (sample_id bigint not null references samples, part text)`)
}

export const insertSamples = async (postgres: Database) => {
  await postgres.run(sql`
    insert into samples (amount, ratio, big, moment, day, span, bytes, words, grid, document, maybe,
      "Odd ""name, row")
    values
      (12345678901234567890.000100, 'infinity', 9007199254740993, '2026-03-29T01:30:00.123456Z',
        '2026-02-28', '1 year 2 mons -3 days 00:00:00.000001', '\\x00ff0a22',
        array['a,b', null, '"quoted"', 'back\\slash', '{}', '', E'line\nend', '漢字🙂'],
        '{{1,2},{3,null}}', '{"n": 12345678901234567890.12345678901234567890, "deep": [null, {"": []}]}',
        '{}', E'tab\tand \u2028 line'),
      ('nan', 0.1 + 0.2::float8, -1, 'infinity', '0044-03-15 BC', '-1 day', '', '{}', '{}', 'null', 'null', ''),
      (null, 'nan', null, '-infinity', null, null, null, null, null, '"text"', null, null)`)
  await postgres.run(sql`insert into a_sample_part values (1, 'x'), (2, null)`)
  await postgres.run(sql`
    insert into samples (document, words)
    select to_jsonb(n), array[repeat('w', n)] from generate_series(1, 1000) n`)
  await postgres.run(sql`delete from samples where id > 1000`)
}

const RowText = z.object({ row: z.string() })

/** Rows as text from Postgres, not parsed by the client. */
export const readRowTexts = async (postgres: Database, table: string) =>
  (
    await postgres.rows(
      RowText,
      sql`select t::text as row from ${sql.identifier(table)} t order by 1`,
    )
  ).map(({ row }) => row)
