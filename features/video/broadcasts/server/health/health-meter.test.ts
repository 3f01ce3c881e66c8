import { expect, test } from 'vitest'
import type { MediaPacket, StreamHeader } from '@playhead/ingest/packet.ts'
import { judge } from './advice.ts'
import { HealthMeter } from './health-meter.ts'

const began = Date.UTC(2026, 10, 21, 12)
const frameMs = 40

/** Twenty-five frames of 5,000 bytes a second, with a sound of 500 bytes beside each. */
const packetsBetween = (from: number, to: number): MediaPacket[] =>
  Array.from({ length: Math.round((to - from) / frameMs) }, (_, index) => from + index * frameMs)
    .map((dts) => ({ dts, pts: dts, isKey: dts % 2000 === 0, arrivedAt: began + dts }))
    .flatMap((at) => [
      { ...at, kind: 'video' as const, data: Buffer.alloc(5000) },
      { ...at, kind: 'audio' as const, data: Buffer.alloc(500) },
    ])

test('rates are those of the time that has passed, however late a second is counted', () => {
  const meter = new HealthMeter()
  meter.resume(began)
  let at = 0
  for (const lengthMs of [1000, 1200, 2400, 800]) {
    for (const packet of packetsBetween(at, at + lengthMs)) meter.takePacket(packet)
    at += lengthMs
    const second = meter.tick(began + at)
    expect(second).toMatchObject({ video_kbps: 1000, audio_kbps: 100, frame_rate: 25 })
  }
})

test('the time that an encoder was away is no part of its first second', () => {
  const meter = new HealthMeter()
  meter.resume(began)
  for (const packet of packetsBetween(0, 1000)) meter.takePacket(packet)
  meter.tick(began + 1000)
  for (const packet of packetsBetween(1000, 1400)) meter.takePacket(packet)
  meter.resume(began + 60_000)
  for (const packet of packetsBetween(60_000, 61_000)) meter.takePacket(packet)
  expect(meter.tick(began + 61_000)).toMatchObject({ video_kbps: 1000, frame_rate: 25 })
})

test('several tracks of which only the first is used are said, also when the second comes later', () => {
  const meter = new HealthMeter()
  const header: StreamHeader = { said: {} }
  meter.resume(began)
  meter.takeHeader(header)
  for (const packet of packetsBetween(0, 1000)) meter.takePacket(packet)
  meter.tick(began + 1000)
  const state = { now: began + 1000, mode: 'low', isAudioOnly: false, isConnected: true } as const
  const found = () => judge(meter, state).findings.map(({ type }) => type)
  expect(found()).not.toContain('more_tracks')
  header.hasMoreTracks = true
  expect(found()).toContain('more_tracks')
  expect(judge(meter, state).status).toBe('good')
})
