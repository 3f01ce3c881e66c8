import { deliveriesOf } from '@playhead/features/video/delivery-usage/server'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { hostedViews } from '../counting/hosted-views.sql.ts'
import type { SeenRow } from '../counting/seen-views.sql.ts'
import { SumRow } from './usage-sums.sql.ts'

export type NameKind = 'title' | 'creator_id'

interface Span {
  from: Date
  until: Date
}

const ofAsset = {
  title: sql`coalesce(nullif(a.title, ''), a.id::text)`,
  creator_id: sql`coalesce(a.creator_id, '')`,
}
const ofView = { title: sql`v.title`, creator_id: sql`v.creator_id` }

const thousandths = sql`(sum(quantity) * 1000)::numeric(40, 0)::text as thousandths`

export const sumDeliveredByName = (environment: Environment, { from, until }: Span, by: NameKind) =>
  environment.postgres.rows(
    SumRow,
    sql`
    select ${ofAsset[by]} as key, 'delivered' as meter, d.tier, '' as quality,
      (sum(d.seconds) * 1000)::bigint::text as thousandths
    from ${deliveriesOf(environment)} d join assets a on a.id = d.asset_id
    where d.hour >= ${from} and d.hour < ${until}
    group by 1, 3
    union all
    select ${ofAsset[by]}, 'delivered_bytes', '', '', (sum(d.bytes) * 1000)::numeric(40, 0)::text
    from delivered_seconds d join assets a on a.id = d.asset_id
    where d.environment_id = ${environment.id} and d.hour >= ${from} and d.hour < ${until}
    group by 1`,
  )

export const sumSpansByName = (environment: Environment, { from, until }: Span, by: NameKind) =>
  environment.postgres.rows(
    SumRow,
    sql`
    select ${ofAsset[by]} as key, s.kind as meter, s.tier, s.quality, ${thousandths}
    from asset_spans s join assets a on a.id = s.asset_id and a.environment_id = s.environment_id
    cross join lateral (select extract(epoch from
      least(coalesce(s.until_at, ${until}), ${until}) - greatest(s.from_at, ${from})) as lasted) l
    cross join lateral (select case s.kind when 'stored' then s.seconds::numeric * l.lasted / 3600
      when 'live' then l.lasted else s.seconds::numeric end as quantity) q
    where s.environment_id = ${environment.id} and s.from_at < ${until} and (
      (s.kind = 'encoded' and s.from_at >= ${from})
      or (s.kind <> 'encoded' and l.lasted > 0))
    group by 1, 2, 3, 4`,
  )

export const sumViewsByName = (environment: Environment, seen: readonly SeenRow[], by: NameKind) =>
  environment.postgres.rows(
    SumRow,
    sql`
    select case when a.id is null then ${ofView[by]} else ${ofAsset[by]} end as key,
      case when v.asset_id is null then 'views_other' else 'views_hosted' end as meter,
      '' as tier, '' as quality, (sum(v.views) * 1000)::bigint::text as thousandths
    from (${hostedViews(environment, seen)}) v left join assets a on a.id = v.asset_id
    group by 1, 2`,
  )
