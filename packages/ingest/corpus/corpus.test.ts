import { beforeAll, describe, expect, test } from 'vitest'
import { makeRecipe, readClip } from '../testing-clips.ts'
import {
  anEnhancedOpening,
  anOpeningLikeHardware,
  anOpeningLikeObs,
  readRecordings,
} from './testing-openings.ts'
import { runSession } from './testing-session.ts'

const countKinds = (packets: readonly { kind: string }[]) => [
  packets.filter((packet) => packet.kind === 'video').length,
  packets.filter((packet) => packet.kind === 'audio').length,
]

describe('recorded sessions publish the same again, however the network cuts them', () => {
  const recordings = readRecordings()

  test('there are four', () => {
    expect(recordings).toHaveLength(4)
  })

  test.each(recordings)('$name', async ({ name, bytes }) => {
    for (const pieceBytes of [65_536, 1460, 7, 1]) {
      const { publishers, requests, lines } = await runSession(bytes, pieceBytes)
      expect(requests[0]!.streamKey).toBe('recordedKey')
      const [publisher] = publishers
      const [pictures, sounds] = countKinds(publisher!.packets)
      expect(pictures).toBe(name.includes('sound-alone') ? 0 : 15)
      expect(sounds).toBeGreaterThanOrEqual(44)
      expect(publisher!.headers).toHaveLength(1)
      expect(publisher!.ends).toEqual([{ reason: 'unpublished', message: undefined }])
      expect(lines).toEqual([])
    }
  })
})

describe('sessions with what is known of other encoders', () => {
  let media: Awaited<ReturnType<typeof readClip>>
  beforeAll(async () => {
    media = await readClip(await makeRecipe('h264 and aac'))
  })

  test('like OBS', async () => {
    const { publishers } = await runSession(anOpeningLikeObs(media).bytes)
    expect(publishers[0]!.packets.map(({ data }) => data.toString('base64'))).toEqual(
      media.packets.map(({ data }) => data.toString('base64')),
    )
    expect(publishers[0]!.headers[0]!.said['encoder']).toContain('libobs')
  })

  test('like hardware: AMF3, aggregates, and times that wrap go on ascending', async () => {
    const { publishers, requests } = await runSession(anOpeningLikeHardware(media).bytes)
    expect(requests[0]!.streamKey).toBe('recordedKey')
    const { packets } = publishers[0]!
    expect(packets.map(({ data }) => data.toString('base64'))).toEqual(
      media.packets.map(({ data }) => data.toString('base64')),
    )
    const first = media.packets[0]!.dts
    expect(packets.map(({ dts }) => dts)).toEqual(
      media.packets.map(({ dts }) => 2 ** 32 - 500 + Math.round(dts - first)),
    )
    expect(packets.at(-1)!.dts).toBeGreaterThan(2 ** 32)
  })

  test.each(['hevc and aac', 'av1 and opus'] as const)('%s', async (recipe) => {
    const enhanced = await readClip(await makeRecipe(recipe))
    const { publishers } = await runSession(anEnhancedOpening(recipe, enhanced).bytes)
    expect(publishers[0]!.packets.map(({ data }) => data.toString('base64'))).toEqual(
      enhanced.packets.map(({ data }) => data.toString('base64')),
    )
  })
})
