import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { incidentNotificationRules } from '../../contract.ts'
import { changeAction } from './change-action.ts'

/** ALRT-041 */
export const muteIncidentNotificationRule: Handlers<typeof incidentNotificationRules>['mute'] = (
  context,
) => changeAction(context, 'reject')
