import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackRestrictions } from '../contract.ts'
import { countRestrictions, listRestrictions } from './playback-restrictions.sql.ts'
import { presentRestriction } from './present-restriction.ts'

export const listPlaybackRestrictions: Handlers<typeof playbackRestrictions>['list'] = async ({
  environment,
  query,
}) => {
  const [count, rows] = await Promise.all([
    countRestrictions(environment),
    listRestrictions(environment, query),
  ])
  return { data: rows.map(presentRestriction), total_row_count: count, ...query }
}
