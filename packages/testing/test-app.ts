import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { afterAll } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { findMedia, type Media, type MissingMedia } from '@playhead/media/find-media.ts'
import { AfterResponse } from '@playhead/server-kit/after-response.ts'
import type { App } from '@playhead/server-kit/app.ts'
import type { Feature } from '@playhead/server-kit/feature.ts'
import { type Disk, openDisk } from '@playhead/server-kit/health/disk.ts'
import { createApi } from '@playhead/server-kit/http/api.ts'
import { jsonLog } from '@playhead/server-kit/log.ts'
import { sessionCookieName } from '@playhead/server-kit/identity/cookies.ts'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { Vault } from '@playhead/server-kit/secrets/secrets.ts'
import { announceCalls } from '@playhead/server-kit/request-log/announce-calls.sql.ts'
import { RequestLog } from '@playhead/server-kit/request-log/request-log.ts'
import { readSettings, type Settings } from '@playhead/server-kit/settings/settings.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'
import { openFolderStorage } from '@playhead/storage/folder-storage.ts'
import { openS3Storage } from '@playhead/storage/s3-storage.ts'
import { makeTestDatabase } from './engines/database.ts'
import type { TestPerson } from './factories.ts'

export interface TestCall {
  method?: string
  body?: unknown
  as?: TestPerson | undefined
  token?: { id: string; secret: string }
  organization?: { id: string } | undefined
  environment?: { id: string } | undefined
  headers?: Record<string, string>
}

// Response types differ by endpoint, and tests read them freely.
// oxlint-disable-next-line typescript/no-explicit-any -- the schema of the endpoint has checked it already
export type Json = any

export interface TestResponse {
  status: number
  body: Json
  headers: Headers
}

/** A clock that only the test moves. It starts at the real time, because the database has its own clock. */
class TestClock {
  #offsetMs = 0
  now = () => new Date(Date.now() + this.#offsetMs)
  advance(seconds: number) {
    this.#offsetMs += seconds * 1000
  }
}

interface TestAppOptions {
  settings?: Record<string, string>
  /** Only tests that read or write analytics need one. */
  clickhouse?: ClickHouse
  /** Free disk space for the test. */
  disk?: Disk
}

const noClickhouse = new Proxy({} as ClickHouse, {
  get(_, name) {
    throw new Error(`This test app was made without ClickHouse, but ${String(name)} was used.`)
  },
})

/** Where a test app without ClickHouse logs calls. */
const noCalls = { insert: async () => {} }

/** Looked up once per process: it does not move. */
const found = new Map<string | undefined, Promise<Media | MissingMedia>>()

const foundMedia = ({ ffmpegPath }: Settings) => {
  const media = found.get(ffmpegPath) ?? findMedia({ ffmpegPath })
  found.set(ffmpegPath, media)
  return media
}

const openStorage = ({ dataFolder, s3 }: Settings) => {
  if (!s3) return openFolderStorage(join(dataFolder, 'media'))
  const { cacheBytes, ...place } = s3
  const cacheFolder = join(dataFolder, 'storage-cache')
  return openS3Storage({ ...place, cacheFolder, cacheBytesMax: cacheBytes })
}

const isJson = (response: Response) =>
  response.headers.get('content-type')?.startsWith('application/json') ?? false

/** The program's API in this process, on a separate database. Call it at the top of a test file. */
export const startTestApp = async (features: readonly Feature[], options: TestAppOptions = {}) => {
  const database = await makeTestDatabase()
  const dataFolder = await mkdtemp(join(tmpdir(), 'playhead-test-'))
  const clock = new TestClock()
  const settings: Settings = readSettings({ PLAYHEAD_DATA: dataFolder, ...options.settings })
  const logLines: string[] = []
  const log = jsonLog((line) => logLines.push(line))
  const app: App = {
    settings,
    postgres: database,
    clickhouse: options.clickhouse ?? noClickhouse,
    storage: await openStorage(settings),
    disk: options.disk ?? openDisk(settings),
    media: await foundMedia(settings),
    mailer: createMailer(settings, clock.now),
    vault: new Vault(randomBytes(32)),
    clock,
    log,
    afterResponse: new AfterResponse(log),
    requestLog: new RequestLog({
      clickhouse: options.clickhouse ?? noCalls,
      log,
      stored: (calls) => announceCalls(database, calls),
    }),
    slots: fillSlots(features),
    build: 'test',
    projectRoot: join(import.meta.dirname, '../..'),
    readiness: async () => [],
  }
  const api = new Hono()
  for (const { mountForAnyHost } of features) mountForAnyHost?.(api, app)
  api.route('/', createApi(app, features, { burst: 100_000, perSecond: 1000 }))
  for (const { mount } of features) mount?.(api, app)
  afterAll(async () => {
    await app.afterResponse.settle(10)
    await app.requestLog.stop()
    // Segments prepared in advance are still being written after the last test of a file.
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  })

  const call = async (path: string, given: TestCall = {}): Promise<TestResponse> => {
    const headers: Record<string, string> = { 'x-requested-with': 'playhead' }
    if (given.as) headers.cookie = given.as.cookie.replace(/^[^=]+/, sessionCookieName(settings))
    if (given.token)
      headers.authorization = `Basic ${Buffer.from(`${given.token.id}:${given.token.secret}`).toString('base64')}`
    if (given.organization) headers['x-organization-id'] = given.organization.id
    if (given.environment) headers['x-environment-id'] = given.environment.id
    if (given.body !== undefined) headers['content-type'] = 'application/json'
    const response = await api.request(path, {
      method: given.method ?? (given.body === undefined ? 'GET' : 'POST'),
      headers: { ...headers, ...given.headers },
      ...(given.body !== undefined && {
        body: typeof given.body === 'string' ? given.body : JSON.stringify(given.body),
      }),
    })
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : isJson(response) ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }

  /** Sent mail, newest first. */
  const mails = async () => (await app.mailer.list({ page: 1, limit: 100 })).data

  return { app, api, call, mails, clock, database, logLines, dataFolder }
}

export type TestAppHandle = Awaited<ReturnType<typeof startTestApp>>
