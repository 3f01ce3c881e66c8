import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackRestrictions } from '../contract.ts'
import { changeRestriction } from './change-restriction.ts'
import { deleteRestriction } from './playback-restrictions.sql.ts'
import { recordRestrictionChange } from './record-restriction-change.ts'

export const removePlaybackRestriction: Handlers<typeof playbackRestrictions>['remove'] = async ({
  params,
  ...context
}) => {
  await changeRestriction(context, params.id, async (tenant, current) => {
    await deleteRestriction(tenant, current.id)
    await recordRestrictionChange(context, tenant, 'deleted', current)
    return current
  })
  return undefined
}
