import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { type incidentNotificationRules, notificationRuleLimits } from '../../contract.ts'
import { lockChannels } from '../notification-channels.sql.ts'
import { personIdOf, recordHoldingChange } from '../record-holding-change.ts'
import { requireKnownDimensions } from '../require-known-dimensions.ts'
import { countNotificationRules, insertNotificationRule } from './notification-rules.sql.ts'
import { nameOfNotificationRule, presentNotificationRule } from './present-notification-rule.ts'

/** ALRT-041 */
export const createIncidentNotificationRule: Handlers<
  typeof incidentNotificationRules
>['createRule'] = (context) => {
  const { environment, body } = context
  requireKnownDimensions(body.incident_notification_rule.rules, 'rules')
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockChannels(tenant)
    const { perEnvironmentMax } = notificationRuleLimits
    if ((await countNotificationRules(tenant)) >= perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [`An environment can have ${perEnvironmentMax} notification rules.`],
      })
    const row = await insertNotificationRule(
      tenant,
      body.incident_notification_rule,
      personIdOf(context),
    )
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
