import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { playbackRestrictions } from '../contract.ts'
import { insertRestriction } from './playback-restrictions.sql.ts'
import { presentRestriction } from './present-restriction.ts'
import { recordRestrictionChange } from './record-restriction-change.ts'

export const createPlaybackRestriction: Handlers<typeof playbackRestrictions>['create'] = ({
  body,
  ...context
}) =>
  context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const row = await insertRestriction(tenant, {
      allowed_domains: body.referrer.allowed_domains,
      allows_no_referrer: body.referrer.allow_no_referrer,
      allows_no_user_agent: body.user_agent?.allow_no_user_agent ?? true,
      allows_high_risk_user_agent: body.user_agent?.allow_high_risk_user_agent ?? true,
    })
    await recordRestrictionChange(context, tenant, 'created', row)
    return { data: presentRestriction(row) }
  })
