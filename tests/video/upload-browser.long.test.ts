import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { aChromiumLaunch } from '@playhead/testing/chromium.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLongRun, someOf } from '@playhead/testing/how-many.ts'
import {
  type RunningProgram,
  startProgram,
  temporaryFolder,
  until,
} from '../process/running-program.ts'
import { startUploadPage } from './upload-page.ts'
import { makeVideoCaller, operatorOf } from './uploads-program.ts'

const file = randomBytes(70_000_000)
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const { folder, remove } = await temporaryFolder()

/** Without workers, which would move the file away before it is checked. */
const settings = { PLAYHEAD_DATA: folder, PLAYHEAD_DEMO: '0', PLAYHEAD_ROLES: 'api,scheduler' }

let program: RunningProgram
let site: Awaited<ReturnType<typeof startUploadPage>>
let browser: Browser
let authorization: string

const operate = operatorOf(folder)

beforeAll(async () => {
  program = await startProgram(settings)
  authorization = await makeVideoCaller(operate)
  site = await startUploadPage(file)
  browser = await chromium.launch(aChromiumLaunch())
})

afterAll(async () => {
  await browser?.close()
  site?.stop()
  await program?.kill('SIGTERM')
  await remove()
})

interface UploadFacts {
  id: string
  url: string
  status: string
}

const call = async (path: string, body?: unknown): Promise<UploadFacts> => {
  const answer = await fetch(`${program.url}/video/v1/uploads${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const { data } = (await answer.json()) as { data: UploadFacts }
  return data
}

/** The options from the guide. */
const documented = { retryCodes: [0, 408, 502, 503, 504], attempts: 10 }

const begin = async (options: Record<string, unknown> = documented) => {
  const { id, url } = await call('', { cors_origin: site.origin })
  const page = await browser.newPage()
  await page.goto(site.origin)
  // Throttled, so that a part takes long enough to be observed.
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 25e6,
  })
  await page.evaluate(
    async ([endpoint, given]) => {
      const blob = await (await fetch('/file')).blob()
      const upload = UpChunk.createUpload({
        endpoint,
        file: new File([blob], 'film.mp4', { type: 'video/mp4' }),
        chunkSize: 30_720,
        ...given,
      })
      const seen = { success: false, error: undefined, attempts: 0, chunks: 0, progress: 0 }
      globalThis.uploading = seen
      globalThis.upload = upload
      upload.on('attempt', () => (seen.attempts += 1))
      upload.on('chunkSuccess', () => (seen.chunks += 1))
      upload.on('progress', ({ detail }) => (seen.progress = detail as number))
      upload.on('success', () => (seen.success = true))
      upload.on('error', ({ detail }) => Object.assign(seen, { error: JSON.stringify(detail) }))
    },
    [url, options] as const,
  )
  return { id, page }
}

const state = (page: Page) => page.evaluate(() => globalThis.uploading)

const outcome = async (id: string, page: Page) => {
  await until('the uploader has ended', async () => {
    const { success, error } = await state(page)
    return success || error !== undefined
  })
  const { success, error } = await state(page)
  await page.close()
  const { status } = await call(`/${id}`)
  return { success, error, status, digest: digest(await readFile(join(folder, 'uploads', id))) }
}

const whole = {
  success: true,
  error: undefined,
  status: 'asset_created',
  digest: digest(file),
}

const sizeOf = (id: string) =>
  stat(join(folder, 'uploads', id)).then(
    ({ size }) => size,
    () => 0,
  )

test('UPLD-062 @mux/upchunk sends a file in parts of 30720 KiB', async () => {
  const { id, page } = await begin({})
  await until('it has ended', async () => (await state(page)).success)
  expect((await state(page)).chunks).toBe(3)
  expect(await outcome(id, page)).toEqual(whole)
})

test('UPLD-062 it is paused in the middle and resumed', async () => {
  const { id, page } = await begin()
  await until('the first part is there', async () => (await state(page)).chunks > 0)
  await page.evaluate(() => globalThis.upload.pause())
  await until('the part under way is there', async () => (await sizeOf(id)) > 60_000_000)
  await page.waitForTimeout(500)
  const before = await state(page)
  await page.waitForTimeout(500)
  expect(await state(page)).toEqual(before)
  expect(before.success).toBe(false)
  await page.evaluate(() => globalThis.upload.resume())
  expect(await outcome(id, page)).toEqual(whole)
})

test.runIf(isLongRun())('a server that takes no files for a while is asked again', async () => {
  const { id, page } = await begin({})
  await until('the first part is there', async () => (await state(page)).chunks > 0)
  await operate('read-only', '--on')
  const { chunks } = await state(page)
  await until('a part was refused', async () => {
    const now = await state(page)
    return now.attempts > now.chunks + 1 || now.success
  })
  await operate('read-only', '--off')
  expect(chunks).toBeLessThan(3)
  expect(await outcome(id, page)).toEqual(whole)
})

const ends = [
  ['killed', 'SIGKILL'],
  ['told to stop', 'SIGTERM'],
] as const

test.each(someOf('ends-of-server', ends, 1))(
  'the server %s in the second part, and started again',
  async (_, signal) => {
    const { id, page } = await begin()
    await until('the second part is under way', async () => (await sizeOf(id)) > 35_000_000)
    await program.kill(signal)
    expect((await state(page)).success).toBe(false)
    program = await startProgram({ ...settings, PORT: new URL(program.url).port })
    expect(await outcome(id, page)).toEqual(whole)
  },
)
