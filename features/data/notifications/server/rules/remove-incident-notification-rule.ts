import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { incidentNotificationRules } from '../../contract.ts'
import { recordHoldingChange } from '../record-holding-change.ts'
import { deleteNotificationRule } from './notification-rules.sql.ts'
import { nameOfNotificationRule, presentNotificationRule } from './present-notification-rule.ts'

export const removeIncidentNotificationRule: Handlers<
  typeof incidentNotificationRules
>['removeRule'] = (context) => {
  const { environment, params } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const deleted = await deleteNotificationRule(tenant, params.id)
    if (!deleted) throw notFound('notification rule')
    await recordHoldingChange(context, tenant, {
      action: 'incident_notification_rule.deleted',
      subjectId: deleted.id,
      subjectName: nameOfNotificationRule(deleted),
      detail: { incident_notification_rule: presentNotificationRule(deleted) },
    })
    return undefined
  })
}
