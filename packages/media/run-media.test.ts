import { execFile, spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findMedia, hasMedia, type Media } from './find-media.ts'
import { inputArgs } from './input-args.ts'
import { MediaError } from './media-error.ts'
import { runMedia, streamMedia } from './run-media.ts'

let media: Media
let folder = ''

beforeAll(async () => {
  const found = await findMedia({ ffmpegPath: process.env.FFMPEG_PATH })
  if (!hasMedia(found)) throw new Error(found.missing)
  media = found
  folder = await mkdtemp(join(tmpdir(), 'playhead-run-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const picture = (options: string) => ['-f', 'lavfi', '-i', `testsrc2=${options}`]
const limits = () => ({ folder, timeoutSeconds: 20 })

const failureOf = async (work: Promise<unknown>) => {
  try {
    await work
  } catch (error) {
    if (error instanceof MediaError) return error.reason
    throw error
  }
  return 'none'
}

/** Whether a process on this machine has these words in its command line. */
const runs = (words: string) =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(words)
      } catch {
        return false
      }
    })

test('a run works in its folder, reports its progress and returns its standard output', async () => {
  const seconds: number[] = []
  const { stdout } = await runMedia(
    media,
    'ffmpeg',
    [...picture('s=64x64:d=1'), '-c:v', 'libx264', '-y', 'made.mp4', '-f', 'framemd5', '-'],
    { ...limits(), onProgress: (at) => seconds.push(at) },
  )
  expect((await stat(join(folder, 'made.mp4'))).size).toBeGreaterThan(1000)
  expect(
    stdout
      .toString()
      .split('\n')
      .filter((line) => line.startsWith('0,')),
  ).toHaveLength(25)
  expect(seconds.at(-1)).toBeCloseTo(0.96, 1)
})

test('only the end of the error output is kept', async () => {
  const { stderrTail } = await runMedia(
    media,
    'ffmpeg',
    [...picture('s=32x32:d=20'), '-vf', 'showinfo', '-f', 'null', '-'],
    { ...limits(), logLevel: 'info' },
  )
  expect(stderrTail.length).toBeLessThanOrEqual(16_384)
  expect(stderrTail).toContain('n: 499')
})

test('one that does not end is ended with all that it started', async () => {
  const mark = 's=642x362'
  const work = runMedia(media, 'ffmpeg', [...picture(mark), '-f', 'null', '-'], {
    folder,
    timeoutSeconds: 1,
  })
  expect(await failureOf(work)).toBe('timeout')
  await expect.poll(() => runs(mark)).toBe(false)
})

test('an input that never ends is left after the time', async () => {
  await promisify(execFile)('mkfifo', [join(folder, 'endless')])
  const work = runMedia(media, 'ffprobe', [...inputArgs('endless')], { folder, timeoutSeconds: 1 })
  expect(await failureOf(work)).toBe('timeout')
})

test('calling it off ends it at once, and nothing starts that was called off before', async () => {
  const calling = new AbortController()
  const endless = [...picture('s=644x364'), '-f', 'null', '-']
  const work = runMedia(media, 'ffmpeg', endless, { ...limits(), signal: calling.signal })
  const failure = failureOf(work)
  await expect.poll(() => runs('s=644x364')).toBe(true)
  calling.abort()
  expect(await failure).toBe('cancelled')
  const late = runMedia(media, 'ffmpeg', endless, { ...limits(), signal: calling.signal })
  expect(await failureOf(late)).toBe('cancelled')
})

test('memory, size of files and output have bounds', async () => {
  const large = [...picture('s=3840x2160:d=1'), '-c:v', 'libx264', '-y', 'large.mp4']
  expect(
    await failureOf(runMedia(media, 'ffmpeg', large, { ...limits(), memoryBytes: 700_000_000 })),
  ).toBe('memory')
  const raw = [...picture('s=640x360:d=5'), '-c:v', 'rawvideo', '-y', 'raw.avi']
  expect(
    await failureOf(runMedia(media, 'ffmpeg', raw, { ...limits(), fileBytesMax: 1_000_000 })),
  ).toBe('too-large')
  expect((await stat(join(folder, 'raw.avi'))).size).toBeLessThanOrEqual(1_000_000)
  const output = [...picture('s=640x360'), '-f', 'rawvideo', '-']
  expect(
    await failureOf(runMedia(media, 'ffmpeg', output, { ...limits(), maxStdoutBytes: 1_000_000 })),
  ).toBe('too-large')
})

test('a failed run has its reason in the detail', async () => {
  const work = runMedia(media, 'ffprobe', inputArgs('absent'), limits())
  await expect(work).rejects.toMatchObject({
    reason: 'failed',
    detail: expect.stringContaining('No such file'),
  })
  await expect(
    runMedia(
      {
        ...media,
        ffprobe: '/nowhere/ffprobe',
        guards: { ...media.guards, isolation: [], leash: [], hasLimits: false },
      },
      'ffprobe',
      inputArgs('absent'),
      limits(),
    ),
  ).rejects.toMatchObject({ reason: 'failed', hasRun: false })
})

test('the network is out of reach', async ({ skip }) => {
  skip(media.guards.isolation.length === 0, 'This machine lets nobody leave its network.')
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}/out.ts`
  const send = [...picture('s=64x64:d=1'), '-f', 'mpegts', '-method', 'PUT', address]
  expect(await failureOf(runMedia(media, 'ffmpeg', send, limits()))).toBe('failed')
  expect(requests).toBe(0)
  server.close()
})

test('nothing of the environment is handed on', async () => {
  process.env.PLAYHEAD_TEST_SECRET = 'leaked'
  const calling = new AbortController()
  const running = runMedia(media, 'ffmpeg', [...picture('s=646x366'), '-f', 'null', '-'], {
    ...limits(),
    signal: calling.signal,
  })
  const ended = failureOf(running)
  const listVariables = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
          return /^[^\0]*ffmpeg\0.*s=646x366/s.test(command)
            ? [readFileSync(`/proc/${name}/environ`, 'utf8').split('\0')]
            : []
        } catch {
          return []
        }
      })
  await expect.poll(() => listVariables().length).toBeGreaterThan(0)
  const found = listVariables()
  calling.abort()
  delete process.env.PLAYHEAD_TEST_SECRET
  for (const variables of found)
    expect(
      variables
        .map((variable) => variable.split('=')[0])
        .filter(Boolean)
        .sort(),
    ).toEqual(['LC_ALL', 'MALLOC_ARENA_MAX', 'PATH'])
  await ended
})

test('leaving a stream ends the program', async () => {
  const mark = 's=648x368'
  let bytes = 0
  const output = streamMedia(media, 'ffmpeg', [...picture(mark), '-f', 'rawvideo', '-'], limits())
  for await (const chunk of output) {
    bytes += chunk.length
    if (bytes > 1_000_000) break
  }
  await expect.poll(() => runs(mark)).toBe(false)
})

test('a stream that fails throws at its end', async () => {
  const read = async () => {
    for await (const chunk of streamMedia(media, 'ffprobe', inputArgs('absent'), limits()))
      expect(chunk).toBeInstanceOf(Buffer)
  }
  await expect(read()).rejects.toBeInstanceOf(MediaError)
})

test('when this process is killed, what it started ends too', async ({ skip }) => {
  skip(media.guards.leash.length === 0, 'This machine has no setpriv.')
  const mark = 's=650x370'
  const script = `
    import { findMedia } from '${join(import.meta.dirname, 'find-media.ts')}'
    import { runMedia } from '${join(import.meta.dirname, 'run-media.ts')}'
    const media = await findMedia({ ffmpegPath: undefined })
    await runMedia(media, 'ffmpeg', ['-f', 'lavfi', '-i', 'testsrc2=${mark}', '-f', 'null', '-'], { folder: '/', timeoutSeconds: 60 })`
  const root = join(import.meta.dirname, '../..')
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    cwd: root,
    stdio: 'ignore',
  })
  await expect.poll(() => runs(`testsrc2=${mark}\0`)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => runs(`testsrc2=${mark}\0`)).toBe(false)
})

test('a program does not start when the process that wanted it has ended before', async ({
  skip,
}) => {
  skip(media.guards.leash.length === 0, 'This machine has no setpriv.')
  const [command = '', ...rest] = media.guards.leash
  const startUnder = (processId: number) =>
    promisify(execFile)(command, [...rest.slice(0, -1), String(processId), 'echo', 'started'])
  expect((await startUnder(process.pid)).stdout).toBe('started\n')
  await expect(startUnder(process.ppid)).rejects.toMatchObject({ code: 1, stdout: '' })
})

test('an input that was not named by inputArgs is refused before anything runs', () => {
  expect(() => inputArgs('../secret')).toThrow(/no name of a file/)
  expect(() => inputArgs('-y')).toThrow(/no name of a file/)
  return expect(runMedia(media, 'ffmpeg', ['-i', 'made.mp4'], limits())).rejects.toThrow(
    /named by inputArgs/,
  )
})
