import { notFound } from '@playhead/contract-kit/errors.ts'
import { findLiveStream } from '@playhead/features/video/live-streams/server'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { broadcasts } from '../contract.ts'
import { listRefusals } from './rows/refusals.sql.ts'

export const listLiveRefusals: Handlers<typeof broadcasts>['refusals'] = async ({
  environment,
  params,
}) => {
  const stream = await findLiveStream(environment, params.id)
  if (!stream) throw notFound('live stream')
  const rows = await listRefusals(environment, stream.id, 100)
  return {
    data: rows.map(({ created_at: createdAt, ...row }) => ({
      ...row,
      created_at: createdAt.toISOString(),
    })),
  }
}
