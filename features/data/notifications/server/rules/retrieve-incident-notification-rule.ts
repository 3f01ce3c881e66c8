import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidentNotificationRules } from '../../contract.ts'
import { findNotificationRule } from './notification-rules.sql.ts'
import { presentNotificationRule } from './present-notification-rule.ts'

export const retrieveIncidentNotificationRule: Handlers<
  typeof incidentNotificationRules
>['retrieveRule'] = async ({ environment, params }) => {
  const row = await findNotificationRule(environment, params.id)
  if (!row) throw notFound('notification rule')
  return { data: presentNotificationRule(row) }
}
