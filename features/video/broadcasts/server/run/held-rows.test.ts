import { afterAll, expect, test } from 'vitest'
import { assetsServer } from '@playhead/features/video/assets/server'
import {
  liveStreamsServer,
  lockLiveStreamEvenDeleted,
} from '@playhead/features/video/live-streams/server'
import type { Publisher } from '@playhead/ingest/packet.ts'
import { liveClip, makeLater, readStream } from '@playhead/media/live/testing-packets.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { countWaiting } from '@playhead/testing/rows/locks.sql.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { admitWith } from '../admission/admit.ts'
import { Load } from '../admission/room.ts'
import { broadcastsServer } from '../index.ts'

const { app, call, database } = await startTestApp([
  assetsServer,
  broadcastsServer,
  liveStreamsServer,
])
const make = aFactory(database)
const load = new Load()
afterAll(() => load.stop())
const admit = admitWith(app, load)
const { header, packets } = await readStream(await makeClip(liveClip))

const makeStream = async () => {
  const { environment, organization } = await make.world()
  const token = await make.accessToken(environment, ['video:read', 'video:write'])
  const created = await call('/video/v1/live-streams', { token, body: { reconnect_window: 60 } })
  const { id, stream_key: streamKey } = created.body.data as { id: string; stream_key: string }
  const { postgres, clickhouse } = app
  const tenant = { id: environment.id, organizationId: organization.id, postgres, clickhouse }
  const read = async () => (await call(`/video/v1/live-streams/${id}`, { token })).body.data
  const readState = async () =>
    (await readRows(database, 'live_broadcasts', { live_stream_id: id })).map(({ state }) => state)
  /** Holds the row of the live stream as long as the work takes. */
  const hold = <Result>(work: () => Promise<Result>) =>
    postgres.transaction(async (transaction) => {
      await lockLiveStreamEvenDeleted(within(tenant, transaction), id)
      return work()
    })
  const publish = async (): Promise<Publisher> => {
    const decision = await admit({
      protocol: 'rtmp',
      streamKey,
      remoteAddress: '198.51.100.7',
      connection: { drop: () => {}, pause: () => {}, resume: () => {} },
    })
    if ('refused' in decision) throw new Error(decision.refused.message)
    return decision.accepted
  }
  return { token, read, readState, hold, publish }
}

const send = (publisher: Publisher, ms = 0) => {
  publisher.takeHeader(header)
  for (const packet of makeLater(packets, ms)) publisher.takePacket(packet)
}

test('an asset is deleted while the end of its broadcast holds the live stream', async () => {
  const { token, read, readState, hold, publish } = await makeStream()
  await publish()
  const { active_asset_id: assetId } = await read()
  const remove = () => call(`/video/v1/assets/${assetId}`, { token, method: 'DELETE' })
  expect((await hold(remove)).status).toBe(204)
  expect(await readState()).toEqual(['connecting'])
})

test('an encoder that is accepted after its listener has given up leaves the broadcast to the next one', async () => {
  const { read, readState, hold, publish } = await makeStream()
  const first = await publish()
  send(first)
  first.end('closed')
  await expect.poll(readState).toEqual(['away'])
  const coming = await hold(async () => {
    const late = publish()
    await expect.poll(() => countWaiting(app.postgres)).toBe(1)
    return { late }
  })
  // What a listener does with an answer that nobody waits for.
  ;(await coming.late).end('closed')
  await expect.poll(readState).toEqual(['away'])
  expect(await read()).toMatchObject({ status: 'active' })
  const next = await publish()
  send(next, 20_000)
  await expect.poll(readState).toEqual(['active'])
  next.end('closed')
  await expect.poll(readState).toEqual(['away'])
})
