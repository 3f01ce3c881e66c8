import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidentNotificationRules } from '../../contract.ts'
import { countNotificationRules, listNotificationRules } from './notification-rules.sql.ts'
import { presentNotificationRule } from './present-notification-rule.ts'

/** ALRT-043 */
export const listIncidentNotificationRules: Handlers<
  typeof incidentNotificationRules
>['listRules'] = async ({ environment, query }) => {
  const [count, rows] = await Promise.all([
    countNotificationRules(environment),
    listNotificationRules(environment, query),
  ])
  return { data: rows.map(presentNotificationRule), total_row_count: count, ...query }
}
