import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { howMany } from '@playhead/testing/how-many.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMedia, hasMedia, type Media } from '../find-media.ts'
import { InputRefused } from '../input-refused.ts'
import { judgeInput } from '../judge-input.ts'
import { probeFile } from '../probe-file.ts'
import { corpusInputs } from './corpus-inputs.ts'
import { makeCorpus } from './make-corpus.ts'

const seedCount = howMany('seeds', { usual: 8, long: 60, release: 300 })
const atOnce = 3
const patienceSeconds = 10
const kinds = [
  'h264-aac-index-first.mp4',
  'h264-aac-fragmented.mp4',
  'h264-aac.mkv',
  'h264-aac.ts',
  'tone.flac',
  'mpeg4.avi',
]

let media: Media
let corpus = ''
let folder = ''

beforeAll(async () => {
  const found = await findMedia({ ffmpegPath: process.env.FFMPEG_PATH })
  if (!hasMedia(found)) throw new Error(found.missing)
  media = found
  corpus = await makeCorpus(media, corpusInputs)
  folder = await mkdtemp(join(tmpdir(), 'playhead-fuzz-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Numbers from 0 to below 1, reproducible by the seed. */
const randomOf = (seed: number) => {
  let state = Math.imul(seed, 0x9e_37_79_b1) >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

type Damage = (bytes: Buffer, random: () => number) => Buffer

/** Readers fail mostly in headers and indexes, so half of the damage is near the ends. */
const somewhere = (bytes: Buffer, random: () => number) => {
  const near = Math.min(bytes.length, 2000)
  const choice = random()
  if (choice < 0.3) return Math.floor(random() * near)
  if (choice < 0.5) return bytes.length - 1 - Math.floor(random() * near)
  return Math.floor(random() * bytes.length)
}

const flip: Damage = (bytes, random) => {
  const copy = Buffer.from(bytes)
  const count = 1 + Math.floor(random() * 40)
  for (let index = 0; index < count; index++)
    copy[somewhere(copy, random)] = random() < 0.3 ? 0xff : Math.floor(random() * 256)
  return copy
}

const cut: Damage = (bytes, random) => {
  const from = somewhere(bytes, random)
  const to = Math.min(bytes.length, from + Math.floor(random() * 4000))
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

const splice: Damage = (bytes, random) => {
  const from = somewhere(bytes, random)
  const piece = bytes.subarray(from, from + Math.floor(random() * 4000))
  const to = somewhere(bytes, random)
  return Buffer.concat([bytes.subarray(0, to), piece, bytes.subarray(to)])
}

const damages: readonly Damage[] = [flip, cut, splice]

const outcomeOf = async (seed: number) => {
  const random = randomOf(seed)
  const kind = kinds[seed % kinds.length] ?? ''
  let bytes: Buffer = await readFile(join(corpus, kind))
  const rounds = 1 + Math.floor(random() * 3)
  for (let round = 0; round < rounds; round++)
    bytes = damages[Math.floor(random() * damages.length)]?.(bytes, random) ?? bytes
  const name = `damaged-${seed}`
  await writeFile(join(folder, name), bytes)
  const began = Date.now()
  try {
    const probe = await probeFile(media, folder, name, { timeoutSeconds: patienceSeconds })
    const { refusal } = judgeInput(probe, { maxTier: '1080p' })
    return refusal?.message ?? `taken, ${probe.duration.toFixed(1)} s`
  } catch (error) {
    if (error instanceof InputRefused) return error.message
    return `seed ${seed} of ${kind} threw ${String(error)}`
  } finally {
    const seconds = (Date.now() - began) / 1000
    expect(seconds, `seed ${seed} of ${kind}`).toBeLessThan(patienceSeconds * 3)
    await rm(join(folder, name))
  }
}

test(`${seedCount} damaged files are taken or refused in a plain sentence, and none is waited for`, async () => {
  const seeds = Array.from({ length: seedCount }, (_, index) => index + 1)
  const outcomes: string[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
        outcomes.push(await outcomeOf(seed))
    }),
  )
  expect(outcomes).toHaveLength(seedCount)
  expect(outcomes.filter((outcome) => !/^(taken, |[A-Z].*\.$)/.test(outcome))).toEqual([])
}, 600_000)
