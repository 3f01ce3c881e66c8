import { z } from 'zod'
import { overages, planNames } from '@playhead/domain/plans.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'

export const FeesRow = z.object({ month: z.number(), year: z.number() })

export const PlanRow = z.object({
  id: z.string(),
  version: z.number(),
  name: z.enum(planNames),
  flags: z.record(z.string(), z.union([z.boolean(), z.number(), z.string()])),
  fees: FeesRow,
  included: z.record(z.string(), z.number()),
  overage: z.enum(overages),
  currency: z.string(),
  is_self_service: z.boolean(),
  is_offered: z.boolean(),
  created_at: z.date(),
  created_by: z.string().nullable(),
})
export type PlanRow = z.infer<typeof PlanRow>

const columns = sql`id, version, name, flags, fees, included, overage, currency, is_self_service,
  is_offered, created_at, created_by`

/** Every version, the newest of a plan first. */
export const listPlanVersions = (postgres: Database) =>
  postgres.rows(PlanRow, sql`select ${columns} from plans order by id, version desc`)

export const listOfferedPlans = (postgres: Database) =>
  postgres.rows(PlanRow, sql`select ${columns} from plans where is_offered order by id`)

export const findOfferedPlan = (postgres: Database, id: string) =>
  postgres.maybeRow(PlanRow, sql`select ${columns} from plans where id = ${id} and is_offered`)

/** The version that is offered, or else the newest: the operator may set what is not offered. */
export const findNewestPlan = (postgres: Database, id: string) =>
  postgres.maybeRow(
    PlanRow,
    sql`
    select ${columns} from plans where id = ${id} order by is_offered desc, version desc limit 1`,
  )

export const planVersionOf = (postgres: Database, id: string, version: number) =>
  postgres.maybeRow(
    PlanRow,
    sql`select ${columns} from plans where id = ${id} and version = ${version}`,
  )

/** Two new versions at once wait for each other. Call it inside a transaction. */
export const lockPlans = (postgres: Database) =>
  postgres.run(sql`lock table plans in share row exclusive mode`)

/** The next version of the plan. Call it after `lockPlans`. */
export const insertPlanVersion = (
  postgres: Database,
  plan: Omit<PlanRow, 'version' | 'created_at'>,
) =>
  postgres.row(
    PlanRow,
    sql`
    insert into plans (id, version, name, flags, fees, included, overage, currency,
      is_self_service, is_offered, created_by)
    select ${plan.id}, coalesce(max(version), 0) + 1, ${plan.name}, ${sql.json(plan.flags)},
      ${sql.json(plan.fees)}, ${sql.json(plan.included)}, ${plan.overage}, ${plan.currency},
      ${plan.is_self_service}, ${plan.is_offered}, ${plan.created_by}
    from plans where id = ${plan.id}
    returning ${columns}`,
  )

/** Organizations that have it keep it. */
export const withdrawPlan = (postgres: Database, id: string) =>
  postgres.run(sql`update plans set is_offered = false where id = ${id} and is_offered`)

const FeesInRow = z.object({ name: z.enum(planNames), currency: z.string() })

/** Plans with fees in another currency that are offered, or that an organization has at that time or later. */
export const listOtherFees = (
  postgres: Database,
  { currency, validFrom }: { currency: string; validFrom: Date },
) =>
  postgres.rows(
    FeesInRow,
    sql`
    select distinct p.name, p.currency from plans p
    where p.currency <> ${currency}
      and ((p.fees->>'month')::numeric > 0 or (p.fees->>'year')::numeric > 0)
      and (p.is_offered
        or exists (select from subscriptions s
          where s.next_plan_id = p.id and s.next_plan_version = p.version)
        or exists (
          select from (select *, lead(from_at) over (partition by organization_id order by from_at) as until_at
            from subscription_changes) c
          join organizations o on o.id = c.organization_id
          where c.plan_id = p.id and c.plan_version = p.version
            and coalesce(least(c.until_at, o.cancelled_at) > ${validFrom}, true)))
    order by p.name`,
  )
