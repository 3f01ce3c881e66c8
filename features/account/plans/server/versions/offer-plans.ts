import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { refuseWhileReadOnly } from '@playhead/server-kit/state/read-only.ts'
import type { plans } from '../../contract.ts'
import { offerNewPlans } from './offer-new-plans.ts'
import { parsePlans } from './parse-plans.ts'

export const offerPlans: Handlers<typeof plans>['offer'] = async ({
  app,
  session,
  request,
  body,
}) => {
  await refuseWhileReadOnly(app)
  return { data: await offerNewPlans(app, actorOf(session, request), parsePlans(body.plans.text)) }
}
