import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackRestrictions } from '../contract.ts'
import { presentRestriction } from './present-restriction.ts'
import { updateRules } from './update-rules.ts'

export const updateReferrer: Handlers<typeof playbackRestrictions>['updateReferrer'] = async ({
  params,
  body,
  ...context
}) => {
  const { row } = await updateRules(context, params.id, {
    allowed_domains: body.allowed_domains,
    allows_no_referrer: body.allow_no_referrer,
  })
  return { data: presentRestriction(row) }
}
