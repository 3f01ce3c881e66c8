import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

const LineRow = z.object({
  environment_id: z.uuid(),
  meter: z.string(),
  tier: z.string(),
  quality: z.string(),
  quantity: z.string(),
  included: z.string(),
  cents: z.string(),
})

interface Given {
  organizationId: string
  from: Date
  until: Date
  /** Seconds of the meter `delivered` that the plans of the month include, weighted by time. */
  includedSeconds: number
}

/**
 * Every hour of a month with uneven usage in two environments, three tiers and three meters: amounts that no rounding is kind
 * to.
 */
export const insertUnevenHours = (
  postgres: Database,
  { organizationId, from, until }: Pick<Given, 'organizationId' | 'from' | 'until'>,
) =>
  postgres.run(sql`
    insert into usage_hours (organization_id, environment_id, hour, meter, tier, quality, quantity)
    select ${organizationId}, e.id, h, m.meter, m.tier, m.quality,
      round((m.amount * (1 + 0.73 * sin(extract(epoch from h) / 7919))
        * (1 + 0.31 * row_number() over (partition by h, m.meter, m.tier order by e.id)))::numeric, 3)
    from (select id from environments where organization_id = ${organizationId}) e
    cross join generate_series(${from}::timestamptz, ${until}::timestamptz - interval '1 hour',
      interval '1 hour') h
    cross join (values ('delivered', '720p', '', 41234.567::float8), ('delivered', '1080p', '', 9876.543),
      ('delivered', '2160p', '', 777.777), ('stored', '1080p', 'plus', 5432100.123),
      ('views_other', '', '', 3)) m (meter, tier, quality, amount)`)

/**
 * The usage lines of an invoice without any code of the product: the hours, the prices of by-hand.test.ts, what is included
 * taken from the dearest tier first, one half-even rounding for each line, and its cents shared out by largest remainder.
 */
export const readLinesByHand = (
  postgres: Database,
  { organizationId, from, until, includedSeconds }: Given,
) =>
  postgres.rows(
    LineRow,
    sql`
    with hours as (
      select environment_id, meter, tier, quality, sum(quantity) as quantity from usage_hours
      where organization_id = ${organizationId} and hour >= ${from} and hour < ${until}
      group by 1, 2, 3, 4),
    lines as (
      select meter, tier, quality, sum(quantity) as quantity,
            -- Micro-cents for a unit: the first step, where it ends, and the one after it. A unit is a minute, and a minute for a
        -- month of what is stored, which is counted in second-hours.
        case meter when 'stored' then 30000 when 'views_other' then 2100000
          else case tier when '2160p' then 16000 else 8000 end end::numeric as first,
        case when meter = 'delivered' and tier <> '2160p' then 100000 end::numeric as upto,
        6000::numeric as then_micros,
        case meter when 'delivered' then 60 when 'stored' then 60 * 730 else 1 end::numeric
          as unit
      from hours group by 1, 2, 3),
    -- Tiers of one price by their name.
    dearest as (
      select *, coalesce(sum(quantity) over (partition by meter order by first desc, tier
        rows between unbounded preceding and 1 preceding), 0) as before from lines),
    free as (
      select *, case when meter = 'delivered'
        then greatest(0, least(quantity, ${includedSeconds}::numeric - before)) else 0 end as included
      from dearest),
    charged as (
      select *, (quantity - included) / unit as units from free),
    exact as (
      select *, (least(units, coalesce(upto, units)) * first
        + greatest(0, units - coalesce(upto, units)) * then_micros) / 1000000 as exact_cents
      from charged),
    rounded as (
      select *, floor(exact_cents) + case
        when exact_cents - floor(exact_cents) > 0.5 then 1
        when exact_cents - floor(exact_cents) = 0.5 then mod(floor(exact_cents), 2) else 0 end as cents
      from exact),
    shares as (
      select h.environment_id, h.meter, h.tier, h.quality, h.quantity, r.cents as whole,
        floor(r.cents * h.quantity / r.quantity) as cents,
        row_number() over (partition by h.meter, h.tier, h.quality
          order by mod(r.cents * h.quantity, r.quantity) desc, h.environment_id) as place,
        r.included * h.quantity / r.quantity as included
      from hours h join rounded r using (meter, tier, quality))
    select environment_id, meter, tier, quality, quantity::text, round(included, 1)::text as included,
      (cents + case when place <= whole - sum(cents) over (partition by meter, tier, quality)
        then 1 else 0 end)::bigint::text as cents
    from shares order by environment_id, meter, tier, quality`,
  )
