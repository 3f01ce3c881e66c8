import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidentNotificationRules } from '../../contract.ts'
import { changeAction } from './change-action.ts'

/** ALRT-042 */
export const unmuteIncidentNotificationRule: Handlers<
  typeof incidentNotificationRules
>['unmute'] = (context) => changeAction(context, 'allow')
