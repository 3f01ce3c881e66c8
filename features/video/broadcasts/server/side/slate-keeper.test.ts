import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findLiveStream, liveStreamsServer } from '@playhead/features/video/live-streams/server'
import { openRecording } from '@playhead/media/live/live.ts'
import { liveClip, readStream } from '@playhead/media/live/testing-packets.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { SlateKeeper } from './slate-keeper.ts'

const { app, call, database, dataFolder, logLines } = await startTestApp([liveStreamsServer])
const { postgres, clickhouse } = app
const { environment, organization } = await aFactory(database).world()
const token = await aFactory(database).accessToken(environment, ['video:read', 'video:write'])
const { body } = await call('/video/v1/live-streams', {
  token,
  body: { latency_mode: 'low', reconnect_window: 60 },
})
const tenant = { id: environment.id, organizationId: organization.id, postgres, clickhouse }
const stream = (await findLiveStream(tenant, body.data.id))!
const { header, packets } = await readStream(await makeClip(liveClip))

const keepers: SlateKeeper[] = []
afterAll(() => {
  for (const keeper of keepers) keeper.stop()
})

let count = 0
/** A recording whose encoder has just left. */
const startKeeper = async () => {
  count += 1
  const folder = join(dataFolder, `recording-${count}`)
  const recording = await openRecording({ folder, latencyMode: 'low' })
  recording.begin(header)
  for (const packet of packets) recording.push(packet)
  recording.leave()
  await recording.files.settled()
  const warnings: string[] = []
  const warn = ({ type }: { type: string }) => void warnings.push(type)
  let shown = 0
  const onSlate = () => void (shown += 1)
  const keeper = new SlateKeeper({ app, recording, settings: stream, warn, onSlate })
  keepers.push(keeper)
  return { keeper, recording, folder, warnings, countShown: () => shown }
}

const hasSaid = (words: string) => logLines.some((line) => line.includes(words))

test('the slate is shown while the encoder is away', async () => {
  const { keeper, recording, countShown } = await startKeeper()
  expect(countShown()).toBe(0)
  await keeper.away()
  expect(recording.runs.map(({ kind }) => kind)).toEqual(['content', 'slate'])
  expect(countShown()).toBe(1)
})

test('another picture is fetched for the next absence, and only where it is another', async () => {
  const { keeper, recording, warnings } = await startKeeper()
  await keeper.prepare()
  keeper.takeSettings({ ...stream, max_continuous_seconds: 60 })
  await keeper.prepare()
  expect(warnings).toEqual([])
  keeper.takeSettings({ ...stream, slate_url: 'http://127.0.0.1:1/slate.png' })
  await keeper.away()
  expect(warnings).toEqual(['slate_unreadable'])
  expect(recording.runs.map(({ kind }) => kind)).toEqual(['content', 'slate'])
})

test('a slate that cannot be made is left out: the broadcast waits for its encoder', async () => {
  const { keeper, recording, folder } = await startKeeper()
  await rm(folder, { recursive: true })
  await keeper.away()
  expect(recording.runs.map(({ kind }) => kind)).toEqual(['content'])
  expect(hasSaid('A slate could not be made.')).toBe(true)
})

test('a slate that cannot be shown is no error of the broadcast', async () => {
  const { keeper, recording } = await startKeeper()
  recording.on('opened', () => {
    throw new Error('The next segment is not wanted.')
  })
  await keeper.away()
  expect(hasSaid('A slate could not be shown.')).toBe(true)
})
