import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { AudioHeader, MediaPacket } from '@playhead/ingest/packet.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { findMedia, hasMedia } from '../../find-media.ts'
import { readStream } from '../testing-packets.ts'
import { ProgramStarts } from './program-starts.ts'
import { convertedSound, SoundEncoder } from './sound-encoder.ts'

const found = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })
if (!hasMedia(found)) throw new Error(found.missing)
const media = found

/** Two seconds of silence, then three of a tone. */
const tone = '-f lavfi -i aevalsrc=0.5*sin(880*PI*t)*gte(t\\,2):s=48000:d=5'

/** ADTS for a decoder that tells when the tone begins. */
const withHead = (packet: Buffer) => {
  const length = packet.length + 7
  const bytes = [0xff, 0xf1, 0x4c, 0x80 | (length >> 11), (length >> 3) & 0xff]
  return Buffer.concat([Buffer.from([...bytes, ((length & 7) << 5) | 0x1f, 0xfc]), packet])
}

const decode = async (packets: readonly MediaPacket[]) => {
  const args = '-v error -f aac -i pipe:0 -f s16le -ac 1 -ar 48000 pipe:1'.split(' ')
  const program = spawn(media.ffmpeg, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const made: Buffer[] = []
  program.stdout.on('data', (chunk: Buffer) => made.push(chunk))
  program.stdin.end(Buffer.concat(packets.map(({ data }) => withHead(data))))
  await once(program, 'close')
  return Buffer.concat(made)
}

/** Milliseconds on the clock of the encoder. */
const beginOfTone = async (packets: readonly MediaPacket[]) => {
  const samples = await decode(packets)
  for (let at = 0; at + 2 <= samples.length; at += 2)
    if (Math.abs(samples.readInt16LE(at)) > 4000) return (packets[0]?.dts ?? 0) + at / 2 / 48
  return undefined
}

const convert = async (header: AudioHeader, given: readonly MediaPacket[]) => {
  const packets: MediaPacket[] = []
  const failures: Error[] = []
  const encoder = new SoundEncoder(media, {
    folder: tmpdir(),
    header,
    starts: new ProgramStarts(),
    onPacket: (packet) => packets.push(packet),
    onFailure: (error) => failures.push(error),
  })
  for (const packet of given) encoder.push(packet)
  const last = given.at(-1)?.dts ?? 0
  // What the program looks ahead stays in it.
  await expect.poll(() => packets.at(-1)?.dts ?? 0, { timeout: 20_000 }).toBeGreaterThan(last - 300)
  encoder.stop()
  expect(failures).toEqual([])
  return packets
}

const kinds = {
  mp3: ['-c:a libmp3lame -ac 2', { codec: 'mp3', config: Buffer.alloc(0) }],
  Opus: ['-c:a libopus -ac 2', { codec: 'Opus', config: Buffer.alloc(0) }],
  '5.1 AAC': ['-c:a aac -ac 6 -b:a 256k', { codec: 'mp4a', config: Buffer.from([0x11, 0xb0]) }],
} as const

describe('sound that not every viewer can play', () => {
  test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    'of %s becomes AAC-LC at its place',
    async (name) => {
      const [args, header] = kinds[name]
      const { packets } = await readStream(await makeClip(`${tone} ${args}`))
      const sound = { ...header, sampleRate: 48_000, channels: 2 }
      const made = await convert(sound, packets)
      expect(made[0]?.dts).toBe(packets[0]?.dts)
      const steps = made.slice(1).map(({ dts }, place) => dts - (made[place]?.dts ?? 0))
      expect(Math.max(...steps)).toBeLessThanOrEqual(22)
      const begins = await beginOfTone(made)
      // Packets of clips of tests begin at a second.
      expect(Math.abs((begins ?? 0) - 3000)).toBeLessThan(60)
    },
  )

  test('goes on at its new place after a jump of its timestamps', async () => {
    const { packets } = await readStream(await makeClip(`${tone} ${kinds.mp3[0]}`))
    const made: MediaPacket[] = []
    const encoder = new SoundEncoder(media, {
      folder: tmpdir(),
      header: { codec: 'mp3', config: Buffer.alloc(0), sampleRate: 48_000, channels: 2 },
      starts: new ProgramStarts(),
      onPacket: (packet) => made.push(packet),
      onFailure: () => {},
    })
    for (const packet of packets.slice(0, 100)) encoder.push(packet)
    await expect.poll(() => made.length, { timeout: 20_000 }).toBeGreaterThan(50)
    for (const packet of packets) encoder.push({ ...packet, dts: packet.dts + 60_000 })
    await expect.poll(() => made.at(-1)?.dts ?? 0, { timeout: 20_000 }).toBeGreaterThan(63_000)
    encoder.stop()
    const first = made.find(({ dts }) => dts > 30_000)
    expect(first?.dts).toBe((packets[0]?.dts ?? 0) + 60_000)
  })

  test('that changes all the time starts no program without end, whatever encoder of a broadcast takes it', () => {
    const starts = new ProgramStarts()
    const now = Date.now()
    for (let count = 0; count < 99; count += 1) expect(starts.take(now)).toBe(true)
    const failures: string[] = []
    const open = () =>
      new SoundEncoder(media, {
        folder: tmpdir(),
        header: { codec: 'mp3', config: Buffer.alloc(0), sampleRate: 48_000, channels: 2 },
        starts,
        onPacket: () => {},
        onFailure: ({ message }) => failures.push(message),
      })
    const packet = { kind: 'audio', dts: 0, pts: 0, isKey: true, arrivedAt: 0 } as const
    const [first, second] = [open(), open()]
    first.push({ ...packet, data: Buffer.alloc(9) })
    expect(failures).toEqual([])
    second.push({ ...packet, data: Buffer.alloc(9) })
    expect(failures).toEqual(['The sound changes too often.'])
    first.push({ ...packet, dts: 60_000, data: Buffer.alloc(9) })
    expect(failures).toHaveLength(2)
    first.stop()
    expect(starts.take(now + 3600_000)).toBe(true)
  })

  test('in a form that cannot be read fails once, and nothing is thrown', async () => {
    const failures: Error[] = []
    const header = { codec: 'mp4a', sampleRate: 48_000, channels: 2 } as const
    const layout = new SoundEncoder(media, {
      folder: tmpdir(),
      header: { ...header, config: Buffer.from([0x11, 0x80]) },
      starts: new ProgramStarts(),
      onPacket: () => {},
      onFailure: (error) => failures.push(error),
    })
    const packet = { kind: 'audio', dts: 0, pts: 0, isKey: true, arrivedAt: 0 } as const
    for (let count = 0; count < 3; count += 1) layout.push({ ...packet, data: Buffer.alloc(9) })
    expect(failures).toHaveLength(1)
    await pause(0)
    expect(convertedSound.channels).toBe(2)
  })
})
