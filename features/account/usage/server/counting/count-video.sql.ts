import { z } from 'zod'
import { deliveriesOf } from '@playhead/features/video/delivery-usage/server'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { HourRange } from './hour-range.ts'

/** The quantity is text: it has more digits than a number. */
export const UsageHourRow = z.object({
  hour: z.date(),
  meter: z.string(),
  tier: z.string(),
  quality: z.string(),
  quantity: z.string(),
})
export type UsageHourRow = z.infer<typeof UsageHourRow>

/** Bytes are always those of this server; seconds only of hours that count them here. */
export const countDelivered = (environment: Environment, { from, until }: HourRange) =>
  environment.postgres.rows(
    UsageHourRow,
    sql`
    select hour, 'delivered' as meter, tier, '' as quality, sum(seconds)::numeric(20,3)::text as quantity
    from ${deliveriesOf(environment)} d
    where source = 'video' and hour >= ${from} and hour < ${until}
    group by hour, tier
    union all
    select hour, 'delivered_bytes', '', '', sum(bytes)::numeric(20,3)::text
    from delivered_seconds
    where environment_id = ${environment.id} and hour >= ${from} and hour < ${until}
    group by hour`,
  )

/** Each at the moment it was ready. */
export const countEncoded = (environment: Environment, { from, until }: HourRange) =>
  environment.postgres.rows(
    UsageHourRow,
    sql`
    select date_trunc('hour', from_at, 'UTC') as hour, kind as meter, tier, quality,
      sum(seconds::numeric)::numeric(20,3)::text as quantity
    from asset_spans
    where environment_id = ${environment.id} and kind = 'encoded' and from_at >= ${from}
      and from_at < ${until}
    group by 1, 2, 3, 4`,
  )

/**
 * What lasts. Two rows for each span instead of one for each of its hours: the parts of its first and last hour, and
 * the hours between as a step up and a step down, which the window adds up. A stored second counts once an hour, and a
 * live stream counts its own seconds. What still lasts counts until `lastsUntil`.
 */
export const countLasting = (
  environment: Environment,
  { from, until }: HourRange,
  lastsUntil: Date,
) =>
  environment.postgres.rows(
    UsageHourRow,
    sql`
    with clipped as (
      select kind as meter, tier, quality,
        case kind when 'stored' then seconds::numeric / 3600 else 1 end as pace,
        greatest(from_at, ${from}) as a,
        least(coalesce(until_at, ${lastsUntil}), ${lastsUntil}, ${until}) as b
      from asset_spans
      where environment_id = ${environment.id} and kind in ('stored', 'live') and from_at < ${until}
        and (until_at is null or until_at > ${from})
    ), cut as (
      select *, date_trunc('hour', a, 'UTC') as hour_a, date_trunc('hour', b, 'UTC') as hour_b
      from clipped where b > a
    ), steps as (
      select c.meter, c.tier, c.quality, s.hour, s.part, s.step
      from cut c cross join lateral (
        select hour_a as hour, pace * extract(epoch from least(b, hour_a + interval '1 hour') - a) as part,
          0 as step
        union all select hour_b, case when hour_b > hour_a then pace * extract(epoch from b - hour_b) else 0 end, 0
        union all select hour_a + interval '1 hour', 0, case when hour_b > hour_a then pace * 3600 else 0 end
        union all select hour_b, 0, case when hour_b > hour_a then -pace * 3600 else 0 end
      ) s
    ), keys as (select distinct meter, tier, quality from steps
    ), hours as (
      select g as hour from generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour',
        interval '1 hour') g
    ), sums as (
      select meter, tier, quality, hour, sum(part) as part, sum(step) as step
      from steps group by 1, 2, 3, 4
    ), counted as (
      select h.hour, k.meter, k.tier, k.quality, (coalesce(s.part, 0) + sum(coalesce(s.step, 0)) over (
        partition by k.meter, k.tier, k.quality order by h.hour))::numeric(20,3) as quantity
      from keys k cross join hours h left join sums s using (meter, tier, quality, hour)
    )
    select hour, meter, tier, quality, quantity::text from counted where quantity <> 0`,
  )
