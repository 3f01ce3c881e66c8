import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { countFrames, readDecoded } from '../segments/testing-segments.ts'
import { readLiveBytes } from './live-bytes.ts'
import { openRecording } from './live-recording.ts'
import { recoverRecording } from './recover-recording.ts'
import {
  liveClip,
  makeLater,
  readHash,
  readRenditionSamples,
  readStream,
  type Stream,
} from './testing-packets.ts'

const folders: string[] = []
let clip: string
let stream: Stream

beforeAll(async () => {
  clip = await makeClip(liveClip)
  stream = await readStream(clip)
})
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const aFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'recovered-'))
  folders.push(folder)
  return folder
}

interface Announced {
  rendition: string
  msn: number
  index: number
  piece: number
  offset: number
  length: number
}

/** Kills a recording program after so many parts; what it announced by then. */
const recordUntilKilled = async (folder: string, parts: number): Promise<Announced[]> => {
  const program = path.join(import.meta.dirname, 'testing-recorder.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', program, clip, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const announced: Announced[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    announced.push(JSON.parse(line))
    if (announced.length === parts) child.kill('SIGKILL')
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  return announced
}

/** Nothing of a stopped recording is missing after its program is gone. */
const pushThrough = async (folder: string, packets: Stream['packets']) => {
  const recording = await openRecording({ folder, latencyMode: 'low' })
  recording.begin(stream.header)
  for (const packet of packets) recording.push(packet)
  await recording.files.close()
  return recording
}

describe('a recording whose program was killed', () => {
  test('has every part that was announced, decodes, and goes on', async () => {
    const kills = howMany('live-kills', { usual: 2, long: 4, release: 40 })
    for (let kill = 0; kill < kills; kill += 1) {
      const folder = await aFolder()
      const announced = await recordUntilKilled(folder, 7 + kill * 13)
      const recording = await recoverRecording(folder)
      const last = announced.reduce((most, { msn }) => Math.max(most, msn), 0)
      expect(recording?.segmentCount).toBeGreaterThan(last)
      for (const { rendition, msn, index, offset, length } of announced) {
        const segment = recording?.window.segment(rendition, msn)
        const bytes = segment && (await readLiveBytes(segment))
        const from = offset - (segment?.file.offset ?? 0)
        const part = bytes?.subarray(from, from + length)
        expect(part?.length, `${rendition} ${msn}.${index}`).toBe(length)
        expect(part?.toString('latin1', 4, 8)).toBe('moof')
      }
      const before = recording?.segmentCount ?? 0
      recording?.begin(stream.header)
      for (const packet of makeLater(stream.packets, 90_000)) recording?.push(packet)
      const finished = await recording?.finish()
      expect(finished?.map?.video?.cuts).toHaveLength(before + 4)
      expect(finished?.map?.audio[0]?.cuts).toHaveLength(before + 4)
      const picture = await readFile(path.join(folder, 'source-0.mp4'))
      const samples = await readRenditionSamples(folder, finished!, 'source')
      expect(await countFrames(folder, [picture])).toBe(samples.length)
      await readDecoded(folder, [await readFile(path.join(folder, 'audio-0-0.mp4'))], '-f', 'null')
    }
  })

  test('loses a torn fragment and a torn line of its journal, and nothing else', async () => {
    const folder = await aFolder()
    await pushThrough(folder, stream.packets.slice(0, 330))
    const whole = await stat(path.join(folder, 'source-0.mp4'))
    await appendFile(path.join(folder, 'source-0.mp4'), Buffer.alloc(300, 7))
    await appendFile(path.join(folder, 'journal.jsonl'), '{"type":"segment","msn":9')
    const recording = await recoverRecording(folder)
    expect((await stat(path.join(folder, 'source-0.mp4'))).size).toBe(whole.size)
    const finished = await recording!.finish()
    const kept = await readRenditionSamples(folder, finished, 'source')
    const pushed = stream.packets.filter(({ kind }) => kind === 'video')
    expect(kept.length).toBeGreaterThan(90)
    expect(readHash(kept.map(({ data }) => data))).toBe(
      readHash(pushed.slice(0, kept.length).map(({ data }) => data)),
    )
  })

  test('goes on in the piece that it had come back to, and keeps what was open there', async () => {
    const folder = await aFolder()
    const larger = await readStream(await makeClip(liveClip.replace('160x90', '320x180')))
    const recording = await openRecording({ folder, latencyMode: 'low' })
    const push = ({ header, packets }: Stream, to: typeof recording) => {
      to.begin(header)
      for (const packet of packets) to.push(packet)
    }
    push(stream, recording)
    push({ ...larger, packets: makeLater(larger.packets, 6000) }, recording)
    const back = makeLater(stream.packets, 12_000)
    push({ ...stream, packets: back.slice(0, Math.round(back.length * 0.6)) }, recording)
    await recording.files.close()
    const recovered = await recoverRecording(folder)
    expect(recovered?.segmentCount).toBe(8)
    push({ ...larger, packets: makeLater(larger.packets, 30_000) }, recovered!)
    const finished = await recovered!.finish()
    const [source, sound] = finished.renditions
    expect(source?.stretches.map(({ piece }) => piece)).toEqual([0, 1, 0, 1])
    expect(source?.pieces.map(({ fileName }) => fileName)).toEqual(['source-0.mp4', 'source-1.mp4'])
    expect(sound?.pieces).toHaveLength(1)
    const samples = await readRenditionSamples(folder, finished, 'source')
    const frames = await Promise.all(
      ['source-0.mp4', 'source-1.mp4'].map(async (name) =>
        countFrames(folder, [await readFile(path.join(folder, name))]),
      ),
    )
    expect(frames.reduce((sum, count) => sum + count, 0)).toBe(samples.length)
    expect(samples.length).toBeGreaterThan(180 + 180 + 90 + 180)
  })

  test('does without what a power cut took: segments whose bytes never reached the disk', async () => {
    const folder = await aFolder()
    const recording = await pushThrough(folder, stream.packets)
    const second = recording.window.segment('source', 1)
    await truncate(path.join(folder, 'source-0.mp4'), (second?.file.offset ?? 0) + 100)
    const recovered = await recoverRecording(folder)
    expect(recovered?.segmentCount).toBe(1)
    const finished = await recovered!.finish()
    expect(finished.map?.video?.cuts).toHaveLength(2)
    expect(finished.map?.audio[0]?.cuts).toHaveLength(2)
  })

  test('gets silence where its sound is missing', async () => {
    const folder = await aFolder()
    const recording = await pushThrough(folder, stream.packets)
    const sound = recording.window.segment('audio-0', 1)
    await truncate(path.join(folder, 'audio-0-0.mp4'), sound?.file.offset ?? 0)
    const journal = await readFile(path.join(folder, 'journal.jsonl'), 'utf8')
    const kept = journal.split('\n').filter((line) => !/"msn":[1-9]/.test(line))
    await writeFile(path.join(folder, 'journal.jsonl'), kept.join('\n'))
    const finished = await (await recoverRecording(folder))!.finish()
    expect(finished.map?.audio[0]?.cuts.length).toBe(finished.map?.video?.cuts.length)
    expect(finished.map?.audio[0]?.cuts.at(-1)).toBeGreaterThan(5 * 90_000)
    await readDecoded(folder, [await readFile(path.join(folder, 'audio-0-0.mp4'))], '-f', 'null')
  })

  test('is nothing without a journal', async () => {
    expect(await recoverRecording(await aFolder())).toBeUndefined()
  })
})
