import { type Environment, within } from '@playhead/server-kit/tenant.ts'
import { notFound } from '@playhead/contract-kit/errors.ts'
import { type HoldingCaller, recordHoldingChange } from '../record-holding-change.ts'
import {
  findNotificationRule,
  type NotificationRuleRow,
  setNotificationRuleAction,
} from './notification-rules.sql.ts'
import { nameOfNotificationRule, presentNotificationRule } from './present-notification-rule.ts'

const happened = { reject: 'muted', allow: 'unmuted' } as const

interface ActionChange {
  id: string
  action: NotificationRuleRow['action']
}

/** A repetition changes nothing. Call it in the transaction of the request. */
export const applyAction = async (
  context: HoldingCaller,
  tenant: Environment,
  { id, action }: ActionChange,
) => {
  const changed = await setNotificationRuleAction(tenant, id, action)
  const row = changed ?? (await findNotificationRule(tenant, id))
  if (!row) throw notFound('notification rule')
  if (changed)
    await recordHoldingChange(context, tenant, {
      action: `incident_notification_rule.${happened[action]}`,
      subjectId: row.id,
      subjectName: nameOfNotificationRule(row),
      detail: { rules: row.rules },
    })
  return { data: presentNotificationRule(row) }
}

export const changeAction = (
  context: HoldingCaller & { params: { id: string } },
  action: NotificationRuleRow['action'],
) =>
  context.environment.postgres.transaction((transaction) =>
    applyAction(context, within(context.environment, transaction), {
      id: context.params.id,
      action,
    }),
  )
