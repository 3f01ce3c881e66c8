import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findMedia, hasMedia, type Media } from '../find-media.ts'
import { noGuards } from '../guards.ts'
import { inputArgs } from '../input-args.ts'
import { InputRefused } from '../input-refused.ts'
import { linkIntoFolder } from '../job-folder.ts'
import { judgeInput, type Judged } from '../judge-input.ts'
import { MediaError } from '../media-error.ts'
import type { Probe } from '../probe.ts'
import { probeFile } from '../probe-file.ts'
import { runMedia } from '../run-media.ts'
import { joinTimelines } from '../timelines/join-timelines.ts'
import { listHostileInputs } from './bad-inputs.ts'
import { corpusInputs } from './corpus-inputs.ts'
import type { CorpusInput, Expected } from './corpus-input.ts'
import { goodInputs } from './good-inputs.ts'
import { makeCorpus } from './make-corpus.ts'
import { someOf } from '@playhead/testing/how-many.ts'

const run = promisify(execFile)
const inputs = corpusInputs
let media: Media
let folder = ''
let work = ''

beforeAll(async () => {
  const found = await findMedia({ ffmpegPath: process.env.FFMPEG_PATH })
  if (!hasMedia(found)) throw new Error(found.missing)
  media = found
  folder = await makeCorpus(media, inputs)
  work = await mkdtemp(join(tmpdir(), 'playhead-looked-at-'))
})

afterAll(() => rm(work, { recursive: true, force: true }))

interface Outcome {
  probe?: Probe
  judged?: Judged
  refused?: string | undefined
}

let count = 0

const outcomeOf = async (name: string, using = media, where = folder): Promise<Outcome> => {
  // Real sources have no file extension that reveals their format.
  const source = await linkIntoFolder(work, join(where, name), `source-${(count += 1)}`)
  try {
    await joinTimelines(work, source)
    const probe = await probeFile(using, work, source)
    const judged = judgeInput(probe, { maxTier: '1080p' })
    return { probe, judged, refused: judged.refusal?.message }
  } catch (error) {
    if (error instanceof InputRefused) return { refused: error.message }
    throw error
  }
}

const endToleranceSeconds = 0.12

const compare = ({ probe, judged, refused }: Outcome, expected: Expected) => {
  if (expected.refused) {
    expect(refused).toMatch(expected.refused)
    expect(refused).toMatch(/^[A-Z].*\.$/)
    return
  }
  expect(refused).toBeUndefined()
  expect(judged?.kind).toBe(expected.kind)
  const [video] = probe?.videos ?? []
  if (expected.size) expect(`${video?.width}x${video?.height}`).toBe(expected.size)
  if (expected.video) expect(video).toMatchObject(expected.video)
  if (expected.seconds !== undefined)
    expect(Math.abs((probe?.duration ?? 0) - expected.seconds)).toBeLessThan(endToleranceSeconds)
  if (expected.isCopied !== undefined) expect(judged?.canCopyVideo).toBe(expected.isCopied)
  if (expected.isAudioCopied !== undefined)
    expect(judged?.canCopyAudio).toBe(expected.isAudioCopied)
  if (expected.audioTracks !== undefined) expect(probe?.audios).toHaveLength(expected.audioTracks)
  if (expected.reasons)
    expect(Object.keys(judged?.nonStandardReasons ?? {}).sort()).toEqual(
      [...expected.reasons].sort(),
    )
}

describe('every made input comes to its expected end', () => {
  test.concurrent.each(
    someOf('inputs', inputs, 8).map(({ name, expected }) => [name, expected] as const),
  )('%s', async (name, expected) => {
    const outcome = await outcomeOf(name)
    expect(outcome.refused === undefined).toBe(expected.refused === undefined)
    compare(outcome, expected)
  })
})

test('there are more than eighty of them', () => {
  expect(inputs.length).toBeGreaterThan(80)
  expect(new Set(inputs.map(({ name }) => name)).size).toBe(inputs.length)
})

describe('references to other files are not followed, even where nothing else would stop them', () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.end('seen')
  })
  let hostile: CorpusInput[] = []
  let hostileFolder = ''
  let elsewhere = ''

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    elsewhere = await mkdtemp(join(tmpdir(), 'playhead-elsewhere-'))
    const file = join(elsewhere, 'secret.ts')
    await copyFile(join(folder, 'h264-aac.ts'), file)
    const { port } = server.address() as AddressInfo
    const address = `http://127.0.0.1:${port}`
    hostile = listHostileInputs({ file, address })
    hostileFolder = await makeCorpus(
      media,
      [...goodInputs.filter(({ name }) => name === 'no-audio.mp4'), ...hostile],
      `${file} ${address}`,
    )
  })
  afterAll(async () => {
    server.close()
    for (const place of [elsewhere, hostileFolder])
      await rm(place, { recursive: true, force: true })
  })

  test('it is refused with a plain sentence, and neither file nor address is opened', async () => {
    const bare = { ...media, guards: noGuards }
    for (const { name, expected } of hostile) {
      const { refused } = await outcomeOf(name, bare, hostileFolder)
      expect(refused, name).toMatch(expected.refused ?? /never/)
      const encoding = runMedia(
        bare,
        'ffmpeg',
        [...inputArgs(name), '-map', '0:v?', '-f', 'framemd5', '-'],
        { folder: hostileFolder, timeoutSeconds: 10 },
      )
      // A picture here would come from the other file.
      const { stdout } = await encoding.catch((error: unknown) => {
        if (error instanceof MediaError) return { stdout: Buffer.alloc(0) }
        throw error
      })
      expect(
        stdout
          .toString()
          .split('\n')
          .filter((line) => line.startsWith('0,')),
        name,
      ).toEqual([])
    }
    expect(hostile.length).toBeGreaterThan(20)
    expect(requests).toBe(0)
    // A careless reader does follow the links, which proves that the test can detect it.
    const careless = ['-protocol_whitelist', 'file,http,tcp', 'list-2.m3u8']
    await run(media.ffprobe, careless, { cwd: hostileFolder }).catch(() => {})
    expect(requests).toBeGreaterThan(0)
  })
})
