import { expect } from 'vitest'
import { eventsServer } from '@playhead/features/activity/events/server'
import { assetsServer } from '@playhead/features/video/assets/server'
import { playbackIdsServer } from '@playhead/features/video/playback-ids/server'
import { staticRenditionsServer } from '@playhead/features/video/static-renditions/server'
import { tracksServer } from '@playhead/features/video/tracks/server'
import { transcriptionVocabulariesServer } from '@playhead/features/video/transcription-vocabularies/server'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents } from '@playhead/testing/rows/rows.ts'
import { startTestApp, type TestCall } from '@playhead/testing/test-app.ts'
import { liveStreamsServer } from './index.ts'

const features = [
  assetsServer,
  eventsServer,
  liveStreamsServer,
  playbackIdsServer,
  staticRenditionsServer,
  tracksServer,
  transcriptionVocabulariesServer,
]

export const address = '/video/v1/live-streams'

/** The API of live streams on a database of its own. Call it at the top of a test file. */
export const startLiveApi = async () => {
  const clickhouse = await makeTestClickHouse()
  const { app, call, database } = await startTestApp(features, { clickhouse })
  const make = aFactory(database)

  /** A live stream in an environment of its own. */
  const makeStream = async (body: Record<string, unknown> = {}) => {
    const world = await make.world()
    const token = await make.accessToken(world.environment, ['video:read', 'video:write'])
    const caller = { token } satisfies TestCall
    const answer = await call(address, { ...caller, body })
    expect(answer).toMatchObject({ status: 201 })
    const stream = answer.body.data
    const at = `${address}/${stream.id}`
    const send = (method: string, path = '', given?: unknown) =>
      call(`${at}${path}`, { ...caller, method, ...(given !== undefined && { body: given }) })
    const read = async () => (await send('GET')).body.data
    const tenant = {
      id: world.environment.id,
      organizationId: world.organization.id,
      postgres: database,
      clickhouse,
    }
    return { ...world, caller, stream, id: stream.id as string, send, read, tenant }
  }

  const listEvents = (id: string) => readEvents(database, { object_id: id })
  /** In their order, without the prefix that they share. */
  const listEventTypes = async (id: string) =>
    (await listEvents(id)).map((row) => String(row['type']).replace('video.live_stream.', ''))

  return { app, call, database, makeStream, listEvents, listEventTypes }
}
