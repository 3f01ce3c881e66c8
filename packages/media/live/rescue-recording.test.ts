import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StreamHeader } from '@playhead/ingest/packet.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { openRecording } from './live-recording.ts'
import { rescueRecording } from './recover-recording.ts'
import {
  liveClip,
  makeLater,
  readHash,
  readRenditionSamples,
  readStream,
  type Stream,
} from './testing-packets.ts'

const folders: string[] = []
let stream: Stream

beforeAll(async () => {
  stream = await readStream(await makeClip(liveClip))
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const aRecording = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rescued-'))
  folders.push(folder)
  return { folder, recording: await openRecording({ folder, latencyMode: 'low' }) }
}

/** Other parameters, for which another file begins. */
const headerOfWidth = (width: number): StreamHeader => ({
  ...stream.header,
  video: { ...stream.header.video!, width },
})

const openFilesIn = async (folder: string) => {
  const names = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')),
  )
  return targets.filter((target) => target.startsWith(folder)).map((one) => path.basename(one))
}

describe('a recording whose files fail', () => {
  test('ends for its viewers, and is finished with every picture that reached the disk', async () => {
    const { folder, recording } = await aRecording()
    recording.begin(stream.header)
    for (const packet of stream.packets) recording.push(packet)
    await recording.files.settled()
    // The second file cannot be made.
    await symlink('/nowhere/at/all', path.join(folder, 'source-1.mp4'))
    const failed = once(recording, 'failure')
    recording.begin(headerOfWidth(320))
    for (const packet of makeLater(stream.packets, 6000)) recording.push(packet)
    await failed
    await expect(recording.finish()).rejects.toThrow('ENOENT')
    expect(recording.window.isEnded).toBe(true)

    const found = await rescueRecording(folder)
    const pictures = stream.packets.filter(({ kind }) => kind === 'video')
    const kept = await readRenditionSamples(folder, found!, 'source')
    expect(readHash(kept.map(({ data }) => data))).toBe(readHash(pictures.map(({ data }) => data)))
    expect(found?.durationSeconds).toBeCloseTo(6, 1)
  })

  test('is not taken for an empty one while its disk cannot be read', async () => {
    const { folder, recording } = await aRecording()
    await recording.suspend()
    expect(await rescueRecording(folder)).toBeUndefined()
    expect(await rescueRecording(path.join(folder, 'never'))).toBeUndefined()
    await rm(path.join(folder, 'journal.jsonl'))
    await mkdir(path.join(folder, 'journal.jsonl'))
    await expect(rescueRecording(folder)).rejects.toThrow('EISDIR')
  })
})

describe('a hostile encoder', () => {
  test('whose times stand still fills no memory', async () => {
    const { recording } = await aRecording()
    recording.begin(stream.header)
    for (const packet of stream.packets) recording.push(packet)
    const last = stream.packets.findLast(({ kind }) => kind === 'video')!
    const data = Buffer.alloc(2 ** 20)
    let most = 0
    for (let count = 0; count < 80; count += 1) {
      recording.push({ ...last, isKey: false, data })
      most = Math.max(most, recording.openBytes)
    }
    expect(most).toBeGreaterThan(60 * 2 ** 20)
    expect(most).toBeLessThan(66 * 2 ** 20)
    expect(recording.openBytes).toBe(0)
    // The next keyframe goes on.
    for (const packet of makeLater(stream.packets, 6000)) recording.push(packet)
    expect((await recording.finish()).durationSeconds).toBeCloseTo(12, 0)
  })

  test('that changes its parameters all the time is ended, and holds no files open', async () => {
    const { folder, recording } = await aRecording()
    const keyframe = stream.packets.find(({ isKey, kind }) => isKey && kind === 'video')!
    const errors: Error[] = []
    recording.on('failure', (error) => errors.push(error))
    const changeUntil = (last: number) => {
      for (; count < last && errors.length === 0; count += 1) {
        recording.begin({ said: {}, video: headerOfWidth(160 + count * 2).video! })
        for (const packet of makeLater([keyframe], count * 100)) recording.push(packet)
      }
    }
    let count = 0
    changeUntil(400)
    await recording.files.settled()
    await expect.poll(async () => (await openFilesIn(folder)).length).toBeLessThanOrEqual(3)
    expect(errors).toEqual([])
    changeUntil(600)
    expect(errors.map(({ message }) => message)).toEqual([
      'The parameters or times of this broadcast change too often.',
    ])
    await recording.finish()
  })
})
