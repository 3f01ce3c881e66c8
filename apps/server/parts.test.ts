import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Disk } from '@playhead/server-kit/health/disk.ts'
import { readinessOf } from '@playhead/server-kit/health/readiness.ts'
import { findMedia, type Media, type MissingMedia } from '@playhead/media/find-media.ts'
import { noGuards } from '@playhead/media/guards.ts'
import { readSettings } from '@playhead/server-kit/settings/settings.ts'
import type { Storage } from '@playhead/storage/storage.ts'
import { partsOf } from './parts.ts'

const fails = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))
const works = async () => {}

const installed = await findMedia({ ffmpegPath: process.env['FFMPEG_PATH'] })

interface Failing {
  freePercent?: number
  isDatabaseAway?: boolean
  isEngineAway?: boolean
  isStorageAway?: boolean
  settings?: Record<string, string>
  media?: Media | MissingMedia
}

/** The problems, by the name of the part. */
const wrong = async (failing: Failing) => {
  const totalBytes = 1_000_000_000_000
  const freeBytes = ((failing.freePercent ?? 50) / 100) * totalBytes
  const parts = partsOf(readSettings(failing.settings ?? {}), {
    disk: new Disk({ reservePercent: 5, read: async () => ({ freeBytes, totalBytes }) }),
    storage: { check: failing.isStorageAway ? fails : works } as Partial<Storage> as Storage,
    media: failing.media ?? (failing.settings ? { missing: 'Not there.' } : installed),
    checkDatabase: failing.isDatabaseAway ? fails : works,
    checkAnalytics: failing.isEngineAway ? fails : works,
  })
  const found = await readinessOf(parts)()
  return {
    names: found.map(({ name }) => name),
    wrong: found.filter(({ status }) => status !== 'ready'),
  }
}

const withoutMedia = { FFMPEG_PATH: '/nowhere/ffmpeg' }

test('a server that is well names its five parts and nothing that is wrong', async () => {
  // A busy machine may take more than two seconds to start ffmpeg.
  await expect
    .poll(() => wrong({}), { timeout: 180_000 })
    .toEqual({ names: ['database', 'engine', 'disk', 'storage', 'ffmpeg'], wrong: [] })
})

test.each<[Failing, string, string, string]>([
  [{ isDatabaseAway: true }, 'database', 'not ready', 'The database is not available.'],
  [{ isEngineAway: true }, 'engine', 'not ready', 'The analytics database is not available.'],
  [{ isStorageAway: true }, 'storage', 'not ready', 'The storage of media is not available.'],
  [{ freePercent: 9.9 }, 'disk', 'warning', 'The disk is filling up: free some space soon.'],
  [
    { freePercent: 4.9 },
    'disk',
    'warning',
    'The disk is nearly full: uploads are refused and no video is processed.',
  ],
  [{ freePercent: 0.01 }, 'disk', 'not ready', 'The disk is full: beacons may be refused.'],
  [
    { settings: withoutMedia },
    'ffmpeg',
    'warning',
    'ffmpeg is missing: video cannot be processed.',
  ],
])('with %o the part %s is %s', async (failing, name, status, detail) => {
  const alone = () => wrong(failing).then((found) => found.wrong)
  await expect.poll(alone).toEqual([{ name, status, detail }])
})

test('an ffmpeg that takes long to answer, as on a busy machine, leaves the server ready', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-parts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const slow = join(folder, 'ffmpeg')
  await writeFile(slow, '#!/bin/sh\nexec sleep 5\n', { mode: 0o755 })
  expect((await wrong({ settings: { FFMPEG_PATH: slow } })).wrong).toEqual([
    { name: 'ffmpeg', status: 'warning', detail: 'ffmpeg does not answer.' },
  ])
})

test('an ffmpeg that was found at the start is asked for its version alone, and missed when it or its companion goes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'playhead-parts-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const ffmpeg = join(folder, 'ffmpeg')
  const ffprobe = join(folder, 'ffprobe')
  const script = `#!/bin/sh\necho "$*" >> ${folder}/calls\necho "ffmpeg version 7.1 x"\n`
  const media = { ffmpeg, ffprobe, version: '7.1', guards: noGuards }
  const look = () => wrong({ media, settings: withoutMedia })
  const missing = {
    name: 'ffmpeg',
    status: 'warning',
    detail: 'ffmpeg is missing: video cannot be processed.',
  }
  await writeFile(ffmpeg, script, { mode: 0o755 })
  await writeFile(ffprobe, '', { mode: 0o755 })
  await expect.poll(async () => (await look()).wrong).toEqual([])
  expect(new Set((await readFile(join(folder, 'calls'), 'utf8')).split('\n'))).toEqual(
    new Set(['-version', '']),
  )
  await rm(ffprobe)
  await expect.poll(async () => (await look()).wrong).toEqual([missing])
  await writeFile(ffprobe, '', { mode: 0o755 })
  await rm(ffmpeg)
  await expect.poll(async () => (await look()).wrong).toEqual([missing])
})

test('a process that neither answers nor works looks at no storage and no ffmpeg', async () => {
  const settings = { ...withoutMedia, PLAYHEAD_ROLES: 'collector,scheduler' }
  expect(await wrong({ isStorageAway: true, settings })).toEqual({
    names: ['database', 'engine', 'disk'],
    wrong: [],
  })
})
