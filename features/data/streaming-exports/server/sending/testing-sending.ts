import { onTestFinished } from 'vitest'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { setColumn } from '@playhead/testing/rows/rows.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { streamingExportsServer } from '../index.ts'
import { batchLimits } from './read-batch.ts'
import { sendExports } from './send-exports.ts'

const path = '/ui/v1/streaming-exports'

/** Moments in a test are rarely waited for: whatever repeats does so at once. */
const quick = { tickMs: 20, pollMs: 20, firstPauseMs: 20, longestPauseMs: 20 }

type Finished = Partial<ViewRow> & { ago?: number }

/** A row of `live_health` as a broadcast writes it. */
export const aHealthRow = (
  place: { environmentId: string; liveStreamId: string; broadcastId: string },
  at: number,
  given: object = {},
) => ({
  environment_id: place.environmentId,
  live_stream_id: place.liveStreamId,
  broadcast_id: place.broadcastId,
  time: new Date(at).toISOString().replace('T', ' ').replace('Z', ''),
  video_kbps: 2500.25,
  audio_kbps: 128,
  frame_rate: 30,
  expected_frame_rate: 30,
  keyframe_interval_ms: 2000,
  dropped_frames: 3,
  av_drift_ms: -1e9,
  clock_drift_ms: 12,
  jitter_ms: 1.5,
  longest_silence_ms: 40,
  ...given,
})

/** The API with a worker that sends, and exports that a test creates as an admin does. */
export const startSending = async () => {
  const clickhouse = await makeTestClickHouse()
  const started = await startTestApp([streamingExportsServer], {
    clickhouse,
    settings: { PLAYHEAD_ALLOW_PRIVATE_ADDRESSES: '1' },
  })
  const { app, call, clock, database } = started
  const make = aFactory(database)

  const setKinds = (
    organization: { id: string },
    { views, health }: { views: boolean; health: boolean },
  ) =>
    setColumn(
      database,
      'organizations',
      'feature_overrides',
      JSON.stringify({
        streamingExportsViewstream: views,
        streamingExportsLivehealthstream: health,
      }),
      { id: organization.id },
    )
  const setFlag = (organization: { id: string }, isOn: boolean) =>
    setKinds(organization, { views: isOn, health: isOn })

  const setUp = async () => {
    const world = await make.world()
    const { organization, environment } = world
    await setFlag(organization, true)
    const caller = { as: world.admin, organization, environment }
    const create = async (settings: object) => {
      const body = { streaming_export: settings }
      const { data } = (await call(path, { ...caller, body })).body
      return data as { id: string; signing_secret: string }
    }
    const change = (id: string, changes: object) =>
      call(`${path}/${id}`, { ...caller, method: 'PATCH', body: { streaming_export: changes } })
    const read = async (id: string) => (await call(`${path}/${id}`, caller)).body.data
    const addOf = aViewFactory(clickhouse, environment)
    /** Views that were finished some seconds ago, when the clock of the test is what it is. */
    const finishAll = (viewIds: readonly string[], { ago = 10, ...given }: Finished = {}) => {
      const updatedAt = clock.now().getTime() - ago * 1000
      const common = { version: 1, updated_at: updatedAt, ...given }
      return addOf(...viewIds.map((viewId) => ({ ...common, view_id: viewId })))
    }
    const finish = (viewId: string, given?: Finished) => finishAll([viewId], given)
    return { ...world, caller, create, change, read, finish, finishAll }
  }

  const send = (options: Parameters<typeof sendExports>[1] = {}, server = app) => {
    const running = sendExports(server, { ...quick, ...options })
    onTestFinished(() => running.stop())
    return running
  }

  return {
    ...started,
    path,
    setUp,
    send,
    setFlag,
    setKinds,
    small: (rowsMax: number) => ({ ...batchLimits, rowsMax, keysMax: rowsMax }),
  }
}
