import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackRestrictions } from '../contract.ts'
import { presentRestriction } from './present-restriction.ts'
import { updateRules } from './update-rules.ts'

export const updateUserAgent: Handlers<typeof playbackRestrictions>['updateUserAgent'] = async ({
  params,
  body,
  ...context
}) => {
  const { row } = await updateRules(context, params.id, {
    allows_no_user_agent: body.allow_no_user_agent,
    allows_high_risk_user_agent: body.allow_high_risk_user_agent,
  })
  return { data: presentRestriction(row) }
}
