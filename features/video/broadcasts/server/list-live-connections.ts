import { notFound } from '@playhead/contract-kit/errors.ts'
import { findLiveStream } from '@playhead/features/video/live-streams/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { broadcasts } from '../contract.ts'
import { listConnections } from './rows/connections.sql.ts'

export const listLiveConnections: Handlers<typeof broadcasts>['connections'] = async ({
  environment,
  params,
}) => {
  const stream = await findLiveStream(environment, params.id)
  if (!stream) throw notFound('live stream')
  const rows = await listConnections(environment, stream.id, 100)
  return {
    data: rows.map(({ connected_at: connectedAt, left_at: leftAt, ...row }) => ({
      ...row,
      connected_at: connectedAt.toISOString(),
      left_at: leftAt?.toISOString() ?? null,
    })),
  }
}
