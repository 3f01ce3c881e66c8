import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { playbackRestrictions } from '../contract.ts'
import { findRestriction } from './playback-restrictions.sql.ts'
import { presentRestriction } from './present-restriction.ts'

export const retrievePlaybackRestriction: Handlers<
  typeof playbackRestrictions
>['retrieve'] = async ({ environment, params }) => {
  const found = await findRestriction(environment, params.id)
  if (!found) throw notFound('playback restriction')
  return { data: presentRestriction(found) }
}
