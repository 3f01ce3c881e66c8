import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { type incidentNotificationRules, notificationRuleLimits } from '../../contract.ts'
import { lockChannels } from '../notification-channels.sql.ts'
import { personIdOf, recordHoldingChange } from '../record-holding-change.ts'
import { requireKnownDimensions } from '../require-known-dimensions.ts'
import { applyAction } from './change-action.ts'
import {
  countNotificationRules,
  findNotificationRuleOf,
  insertNotificationRule,
  type NotificationRuleRow,
} from './notification-rules.sql.ts'
import { nameOfNotificationRule, presentNotificationRule } from './present-notification-rule.ts'

const distinct = (pairs: NotificationRuleRow['rules']) => [
  ...new Map(pairs.map((pair) => [JSON.stringify([pair.name, pair.value]), pair])).values(),
]

/** A rule of the same values is muted or unmuted instead, so that there is one to unmute. ALRT-041 */
export const createIncidentNotificationRule: Handlers<
  typeof incidentNotificationRules
>['createRule'] = (context) => {
  const { environment, body } = context
  const { action } = body.incident_notification_rule
  const rules = distinct(body.incident_notification_rule.rules)
  requireKnownDimensions(rules, 'rules')
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockChannels(tenant)
    const same = await findNotificationRuleOf(tenant, rules)
    if (same) return applyAction(context, tenant, { id: same.id, action })
    const { perEnvironmentMax } = notificationRuleLimits
    if ((await countNotificationRules(tenant)) >= perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [
          `An environment can have ${perEnvironmentMax} notification rules. Delete one that is no longer needed.`,
        ],
      })
    const row = await insertNotificationRule(tenant, { rules, action }, personIdOf(context))
    const data = presentNotificationRule(row)
    await recordHoldingChange(context, tenant, {
      action: 'incident_notification_rule.created',
      subjectId: row.id,
      subjectName: nameOfNotificationRule(row),
      detail: { incident_notification_rule: data },
    })
    return { data }
  })
}
