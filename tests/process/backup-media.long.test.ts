import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { isLongRun } from '@playhead/testing/how-many.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { startObjectStorage } from '@playhead/testing/media/object-storage.ts'
import { makeSampleClip } from '@playhead/testing/media/sample-clip.ts'
import { CrashOwner, type KindOfFile, Sending } from '../video/crash-owner.ts'
import { makeVideoCaller, operatorOf } from '../video/uploads-program.ts'
import { type RunningProgram, startProgram, temporaryFolder, until } from './running-program.ts'

const { folder, remove } = await temporaryFolder()
afterAll(remove)
const bucket = await startObjectStorage()
const tool = join(import.meta.dirname, '../../tools/playhead.mjs')
const passphrase = join(folder, 'passphrase')
await writeFile(passphrase, 'correct horse battery staple\n', { mode: 0o600 })

const clip: KindOfFile = {
  name: 'clip',
  file: await readFile(await makeSampleClip({ seconds: 6, width: 640, height: 360 })),
  quality: 'basic',
  becomes: 'ready',
  renditionsMin: 1,
}

const inBucket = {
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucket.bucket,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
}

/** A separate server on engines that already run. */
const newServer = async (name: string, more: Record<string, string> = {}) => ({
  PLAYHEAD_DATA: join(folder, name),
  PLAYHEAD_DEMO: '0',
  DATABASE_URL: (await makeTestDatabase()).url,
  CLICKHOUSE_URL: (await makeTestClickHouse()).url,
  ...more,
})

/** What a viewer gets from storage: playlists and every segment, by the checksum of its bytes. */
const watch = async ({ url }: RunningProgram, playbackId: string) => {
  const answers: Record<string, string> = {}
  const read = async (address: URL) => {
    const answer = await fetch(address)
    const bytes = Buffer.from(await answer.arrayBuffer())
    const checksum = createHash('sha256').update(withoutMeasurements(bytes)).digest('hex')
    answers[address.pathname] = `${answer.status} ${checksum}`
    return answer.ok ? addressesIn(bytes.toString(), address) : []
  }
  for (const variant of await read(new URL(`/${playbackId}.m3u8`, url))) {
    // Smaller renditions are encoded on demand, not always to the same bytes.
    if (!/\/(source|audio-0)\.m3u8$/.test(variant.pathname)) continue
    for (const part of await read(variant)) await read(part)
  }
  return answers
}

/**
 * Rates of renditions are measured after the asset is ready, and playlists of keyframes are listed once they are known: in a bucket
 * with the first stored copy. Both may change while the same video plays.
 */
const withoutMeasurements = (bytes: Buffer) =>
  bytes.subarray(0, 7).toString() === '#EXTM3U'
    ? bytes
        .toString()
        .replaceAll(/^#EXT-X-I-FRAME-STREAM-INF.*\n/gm, '')
        .replaceAll(/BANDWIDTH=\d+/g, 'BANDWIDTH')
    : bytes

const addressesIn = (playlist: string, from: URL) =>
  playlist
    .split('\n')
    .flatMap((line) => /URI="([^"]+)"/.exec(line)?.[1] ?? (/^[^#\s]/.test(line) ? line : []))
    .map((address) => new URL(address, from))

const hostedClip = async (program: RunningProgram, data: string) => {
  const authorization = await makeVideoCaller(operatorOf(data))
  const owner = new CrashOwner(authorization)
  owner.origin = program.url
  const sending = new Sending(clip)
  await sending.send(owner)
  await until('the asset is ready', async () => (await owner.assetOf(sending))?.status === 'ready')
  const asset = (await owner.assetOf(sending))!
  return { owner, asset, playbackId: asset.playback_ids[0]!.id }
}

const mediaOf = async (data: string) => {
  const { checks } = (await doctorOf(data)) as { checks: { name: string; status: string }[] }
  return checks.find(({ name }) => name === 'Media')
}

/** The doctor command exits with 1 and a message when it finds a problem. */
const doctorOf = (data: string) =>
  promisify(execFile)(process.execPath, [tool, 'doctor', '--json'], {
    env: { ...process.env, PLAYHEAD_DATA: data },
  }).then(
    ({ stdout }) => JSON.parse(stdout) as unknown,
    (error: unknown) => JSON.parse((error as { stdout: string }).stdout) as unknown,
  )

test(
  'a hosted video is saved from a folder, restored into a bucket, and plays the same bytes',
  { timeout: 420_000 },
  async () => {
    const first = await newServer('first')
    const one = await startProgram(first)
    const { owner, asset, playbackId } = await hostedClip(one, first.PLAYHEAD_DATA)
    const before = await watch(one, playbackId)
    expect(Object.keys(before).length).toBeGreaterThan(5)
    expect(Object.values(before).every((answer) => answer.startsWith('200 '))).toBe(true)
    const to = join(folder, 'saved')
    const given = ['--passphrase-file', passphrase]
    await operatorOf(first.PLAYHEAD_DATA)('backup', '--to', to, ...given)
    // What is deleted after the backup is still in it.
    await owner.call('DELETE', `/video/v1/assets/${asset.id}`)
    expect(await owner.status(`/video/v1/assets/${asset.id}`)).toBe(404)
    await one.kill('SIGTERM')

    const second = await newServer('second', inBucket)
    const two = await startProgram(second)
    try {
      const restored = await operatorOf(second.PLAYHEAD_DATA)('restore', '--from', to, ...given)
      expect(restored).toMatchObject({ media: expect.stringMatching(/ files of 1 asset\.$/) })
      expect(restored).not.toHaveProperty('missing_media')
      expect(await watch(two, playbackId)).toEqual(before)
      expect(await mediaOf(second.PLAYHEAD_DATA)).toMatchObject({ status: 'ok' })
      owner.origin = two.url
      expect((await owner.assets())[0]).not.toHaveProperty('errors')
    } finally {
      await two.kill('SIGTERM')
    }

    // What a restore without media leaves is tested in each run beside the command, without a program.
    if (!isLongRun()) return
    const third = await newServer('third')
    const three = await startProgram(third)
    try {
      await operatorOf(third.PLAYHEAD_DATA)('restore', '--from', to, ...given, '--without-media')
      expect(await mediaOf(third.PLAYHEAD_DATA)).toMatchObject({ status: 'failed' })
      owner.origin = three.url
      expect((await owner.assets())[0]).toMatchObject({ errors: { type: 'missing_files' } })
    } finally {
      await three.kill('SIGTERM')
    }
  },
)

/** Resolves when the command has reported this step. */
const startedUntil = async (command: ChildProcess, step: string) => {
  for await (const line of createInterface({ input: command.stderr! }))
    if (line.includes(step)) return
  throw new Error(`The command ended before "${step}".`)
}

const killedAt = async (program: RunningProgram, command: ChildProcess, step: string) => {
  await startedUntil(command, step)
  await program.kill('SIGKILL')
}

const typed = (data: string, ...words: string[]) =>
  spawn(process.execPath, [tool, ...words, '--json'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PLAYHEAD_DATA: data },
  })

test.runIf(isLongRun())(
  'a backup ends with its command, and after kills of the program in the middle everything is restored',
  { timeout: 420_000 },
  async () => {
    const first = await newServer('kept')
    const data = first.PLAYHEAD_DATA
    let one = await startProgram(first)
    const { playbackId } = await hostedClip(one, data)
    const before = await watch(one, playbackId)
    const home = await mkdtemp(join(folder, 'backups-'))
    const saved = join(home, 'saved')
    const given = ['--passphrase-file', passphrase]
    const made = async () => (await readdir(home)).filter((name) => name !== 'playhead-media')

    const left = typed(data, 'backup', '--to', saved, ...given)
    await startedUntil(left, 'Copying media')
    left.kill('SIGINT')
    await until('the backup ends', async () =>
      one.output().includes('operator command ended with its caller'),
    )
    expect(await made()).toEqual([])

    await killedAt(one, typed(data, 'backup', '--to', saved, ...given), 'Copying media')
    one = await startProgram(first)
    const whole = join(home, 'whole')
    await operatorOf(data)('backup', '--to', whole, ...given)
    await one.kill('SIGTERM')

    const second = await newServer('target')
    const two = await startProgram(second)
    const restoring = typed(second.PLAYHEAD_DATA, 'restore', '--from', whole, ...given)
    await killedAt(two, restoring, 'Checking the backup')
    const again = await startProgram(second)
    try {
      await operatorOf(second.PLAYHEAD_DATA)('restore', '--from', whole, ...given)
      expect(await watch(again, playbackId)).toEqual(before)
    } finally {
      await again.kill('SIGTERM')
    }
  },
)
