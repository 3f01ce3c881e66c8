import { ApiError, notFound } from '@playhead/contract-kit/errors.ts'
import { findLiveStream } from '@playhead/features/video/live-streams/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { broadcasts } from '../../contract.ts'
import { registryOf } from '../live-registry.ts'
import { readHealthReport } from './health-report.ts'

/** LIVE-022: what the encoder said about its stream. */
export const readStreamMetadata: Handlers<typeof broadcasts>['streamMetadata'] = async ({
  app,
  environment,
  flags,
  params,
}) => {
  if (!flags.liveStreamHealth) throw new ApiError('upgrade_required', { name: 'liveStreamHealth' })
  const stream = await findLiveStream(environment, params.id)
  if (!stream) throw notFound('live stream')
  const report = await readHealthReport(environment, stream.id, registryOf(app).ofStream(stream.id))
  return { data: report?.metadata ?? [] }
}
