import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'

interface Span {
  from: Date
  until: Date
}

/** Whether the deliveries of an hour are counted from views; `hour` is a column. */
export const isPlayedHour = (environment: Pick<Environment, 'id'>, hour: ReturnType<typeof sql>) =>
  sql`exists (
    select 1 from played_periods p where p.environment_id = ${environment.id}
      and p.from_hour <= ${hour} and (p.until_hour is null or p.until_hour > ${hour}))`

/** Delivered seconds by asset, hour and tier: of each hour from the source that counts in it. */
export const deliveriesOf = (environment: Pick<Environment, 'id'>) => sql`(
  select asset_id, hour, tier, seconds::numeric as seconds, 'video' as source from delivered_seconds
  where environment_id = ${environment.id} and not ${isPlayedHour(environment, sql`hour`)}
  union all
  select asset_id, hour, tier, seconds, 'views' as source from played_seconds
  where environment_id = ${environment.id})`

export interface PlayedRow {
  asset_id: string
  hour: Date
  tier: string
  /** Thousandths of it are exact. */
  seconds: string
}

/** Makes the hours of a range those that were read from views. */
export const writePlayed = (
  { id, postgres }: Environment,
  { from, until }: Span,
  rows: readonly PlayedRow[],
) =>
  postgres.run(sql`
    with played as (
      select * from unnest(${rows.map((row) => row.asset_id)}::uuid[],
        ${rows.map(({ hour }) => hour)}::timestamptz[], ${rows.map(({ tier }) => tier)}::text[],
        ${rows.map(({ seconds }) => seconds)}::numeric[]) as p (asset_id, hour, tier, seconds)
    ), gone as (
      delete from played_seconds s
      where s.environment_id = ${id} and s.hour >= ${from} and s.hour < ${until}
        and not exists (select 1 from played p
          where p.asset_id = s.asset_id and p.hour = s.hour and p.tier = s.tier)
    )
    insert into played_seconds (environment_id, asset_id, hour, tier, seconds)
    select ${id}, asset_id, hour, tier, seconds from played
    on conflict (asset_id, hour, tier) do update set seconds = excluded.seconds
      where played_seconds.seconds <> excluded.seconds`)
