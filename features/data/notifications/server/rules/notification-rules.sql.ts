import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import { sql } from '@playhead/postgres/sql.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { notificationRuleActions, notificationRuleStatuses } from '../../contract.ts'

const RuleRow = z.object({
  id: z.uuid(),
  rules: z.array(z.object({ name: z.string(), value: z.string() })),
  status: z.enum(notificationRuleStatuses),
  action: z.enum(notificationRuleActions),
  created_by: z.string().nullable(),
  created_at: z.date(),
})
export type NotificationRuleRow = z.infer<typeof RuleRow>

const columns = sql`r.id, r.rules, r.status, r.action,
  (select email from users where id = r.created_by) as created_by, r.created_at`

const CountRow = z.object({ count: z.number() })

export const countNotificationRules = async (environment: Environment) =>
  (
    await environment.postgres.row(
      CountRow,
      sql`
      select count(*)::int as count from incident_notification_rules
      where environment_id = ${environment.id}`,
    )
  ).count

export const listNotificationRules = (
  environment: Environment,
  { page, limit }: { page: number; limit: number },
) =>
  environment.postgres.rows(
    RuleRow,
    sql`
    select ${columns} from incident_notification_rules r
    where r.environment_id = ${environment.id}
    order by r.created_at desc, r.id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const findNotificationRule = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    select ${columns} from incident_notification_rules r
    where r.environment_id = ${environment.id} and r.id = ${id}`,
  )

/** The rule of the same values, in any order. */
export const findNotificationRuleOf = (
  environment: Environment,
  rules: NotificationRuleRow['rules'],
) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    select ${columns} from incident_notification_rules r
    where r.environment_id = ${environment.id}
      and r.rules @> ${sql.json(rules)} and ${sql.json(rules)} @> r.rules
    order by r.created_at, r.id limit 1`,
  )

export const insertNotificationRule = (
  environment: Environment,
  { rules, action }: Pick<NotificationRuleRow, 'rules' | 'action'>,
  createdBy: string | null,
) =>
  environment.postgres.row(
    RuleRow,
    sql`
    insert into incident_notification_rules as r (environment_id, rules, action, created_by)
    values (${environment.id}, ${sql.json(rules)}, ${action}, ${createdBy}) returning ${columns}`,
  )

/** Undefined when the action is that already, or there is no such rule. */
export const setNotificationRuleAction = (
  environment: Environment,
  id: string,
  action: NotificationRuleRow['action'],
) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    update incident_notification_rules r set action = ${action}
    where r.environment_id = ${environment.id} and r.id = ${id} and r.action <> ${action}
    returning ${columns}`,
  )

/** Undefined when there is no such rule. */
export const deleteNotificationRule = (environment: Environment, id: string) =>
  environment.postgres.maybeRow(
    RuleRow,
    sql`
    delete from incident_notification_rules r
    where r.environment_id = ${environment.id} and r.id = ${id} returning ${columns}`,
  )

const IdRow = z.object({ id: z.uuid() })

/** The rule that rejects incidents of these values. */
export const findRejectingRule = async (
  postgres: Database,
  environmentId: string,
  breakdowns: readonly object[],
) =>
  (
    await postgres.maybeRow(
      IdRow,
      sql`
      select id from incident_notification_rules
      where environment_id = ${environmentId} and status = 'active' and action = 'reject'
        and ${sql.json(breakdowns)} @> rules
      order by created_at, id limit 1`,
    )
  )?.id
