import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { findTarget } from './targets.sql.ts'

export const requireTarget = async (environment: Environment, liveStreamId: string, id: string) => {
  const target = await findTarget(environment, liveStreamId, id)
  if (!target) throw notFound('simulcast target')
  return target
}
