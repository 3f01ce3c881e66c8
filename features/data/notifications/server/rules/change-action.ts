import { notFound } from '@playhead/contract-kit/errors.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { type HoldingCaller, recordHoldingChange } from '../record-holding-change.ts'
import {
  findNotificationRule,
  type NotificationRuleRow,
  setNotificationRuleAction,
} from './notification-rules.sql.ts'
import { nameOfNotificationRule, presentNotificationRule } from './present-notification-rule.ts'

const happened = { reject: 'muted', allow: 'unmuted' } as const

/** A repetition changes nothing. */
export const changeAction = (
  context: HoldingCaller & { params: { id: string } },
  action: NotificationRuleRow['action'],
) => {
  const { environment, params } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const changed = await setNotificationRuleAction(tenant, params.id, action)
    const row = changed ?? (await findNotificationRule(tenant, params.id))
    if (!row) throw notFound('notification rule')
    if (changed)
      await recordHoldingChange(context, tenant, {
        action: `incident_notification_rule.${happened[action]}`,
        subjectId: row.id,
        subjectName: nameOfNotificationRule(row),
        detail: { rules: row.rules },
      })
    return { data: presentNotificationRule(row) }
  })
}
