import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hashToken } from '@playhead/server-kit/secrets/secrets.ts'
import type { liveStreams } from '../contract.ts'
import { loadPartsOfLiveStreams } from './live-stream-parts.ts'
import { presentLiveStream } from './present-live-stream.ts'
import { countLiveStreams, listLiveStreamRows } from './row/live-streams.sql.ts'

export const listLiveStreams: Handlers<typeof liveStreams>['list'] = async ({
  app,
  environment,
  query,
}) => {
  const { page, limit, status, stream_key: key } = query
  const search = { status, keyHash: key === undefined ? undefined : hashToken(key) }
  const [count, rows] = await Promise.all([
    countLiveStreams(environment, search),
    listLiveStreamRows(environment, search, { page, limit }),
  ])
  const streams = await loadPartsOfLiveStreams(environment, rows)
  return {
    data: streams.map((parts) => presentLiveStream(app, parts)),
    total_row_count: count,
    page,
    limit,
  }
}
