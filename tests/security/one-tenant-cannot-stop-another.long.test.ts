import { getRequestListener } from '@hono/node-server'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { makeClip } from '@playhead/testing/media/clips.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readRows } from '@playhead/testing/rows/rows.ts'
import { insertSourceAsset } from '@playhead/testing/media/source-asset.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aBeacon, TestSession } from '@playhead/collector/runtime/testing-collector.ts'
import { openEnrichmentOf, startCollecting } from '../../apps/server/collector.ts'
import { features } from '../../apps/server/features.ts'
import { listen } from '../../apps/server/listen.ts'
import { createWebServer } from '../../apps/server/web-server.ts'

const listening = await listen('127.0.0.1', 0)
afterAll(() => listening.close())
const origin = `http://127.0.0.1:${listening.port}`
const real = await makeTestClickHouse()
/** Environments whose queries are delayed, and until when. */
const held = new Map<string, Promise<void>>()
const inEngine = new Map<string, number>()
const hold = ({ environment: { id } }: Tenant) => {
  let release = () => {}
  held.set(id, new Promise<void>((resolve) => (release = resolve)))
  onTestFinished(() => release())
  return release
}
/** The real engine, with delayed queries of some environments. */
const clickhouse: ClickHouse = {
  ...real,
  rows: async (Row, query, options) => {
    const id = Object.values(query.parameters)
      .map(String)
      .find((value) => held.has(value))
    if (id !== undefined) {
      inEngine.set(id, (inEngine.get(id) ?? 0) + 1)
      await held.get(id)
    }
    return real.rows(Row, query, options)
  },
}
const { app, database } = await startTestApp(features, {
  settings: { PORT: String(listening.port), COLLECTOR_MEMORY_MB: '16' },
  clickhouse,
})
const collector = await startCollecting(app, openEnrichmentOf(app.settings))
afterAll(() => collector.stop())
listening.serve(
  collector.inFrontOf(getRequestListener(createWebServer(app).fetch, { hostname: 'localhost' })),
)

const make = aFactory(database)
const tenantOf = async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment)
  const [row] = await readRows(database, 'environments', { id: environment.id })
  const authorization = `Basic ${btoa(`${token.id}:${token.secret}`)}`
  return { environment, key: String(row?.['key']), authorization }
}
type Tenant = Awaited<ReturnType<typeof tenantOf>>

const ask = ({ authorization }: Tenant, minutes: number) =>
  fetch(`${origin}/data/v1/metrics/views/overall?timeframe[]=${minutes}:minutes`, {
    headers: { authorization },
  })

const report = (body: string) =>
  fetch(`${origin}/`, { method: 'POST', body }).then(
    ({ status }) => status,
    () => 'closed',
  )

const fatBeacon = (tenant: Tenant) => {
  const now = Date.now()
  const more = { custom_1: 'x'.repeat(4_500) }
  const sessions = Array.from({ length: 90 }, () => new TestSession(tenant, now))
  return aBeacon(
    sessions.map((session) => session.event('viewstart', now, more)),
    now,
  )
}

/** Each one takes the longer the more the flood sends at once. */
const modestBeacons = howMany('modest-beacons', { usual: 10, long: 40 })

describe('an environment whose key is used to flood the server with fat beacons', () => {
  test('costs another neither a beacon nor a question nor a picture', async () => {
    const [greedy, modest] = [await tenantOf(), await tenantOf()]
    const file = await makeClip(
      '-f lavfi -i color=red:size=320x180:rate=25:duration=2 -c:v libx264 -preset ultrafast -pix_fmt yuv420p',
    )
    const asset = await insertSourceAsset(app, { environment: modest.environment, file })
    const over = new AbortController()
    const answers: unknown[] = []
    const senders = Array.from({ length: 35 }, async () => {
      while (!over.signal.aborted) answers.push(await report(fatBeacon(greedy)))
    })
    await expect.poll(() => answers.includes('closed')).toBe(true)
    const acknowledged: unknown[] = []
    for (let at = 0; at < modestBeacons; at += 1) {
      const session = new TestSession(modest, Date.now())
      acknowledged.push(await report(aBeacon(session.start(), Date.now())))
    }
    expect(acknowledged).toEqual(acknowledged.map(() => 200))
    expect((await ask(modest, 60)).status).toBe(200)
    expect((await fetch(`${origin}/${asset.playbackId}/thumbnail.webp`)).status).toBe(200)
    over.abort()
    await Promise.all(senders)
  })
})

describe('an environment that asks very many questions', () => {
  test('is asked to wait, and another is answered at once', async () => {
    const [greedy, modest] = [await tenantOf(), await tenantOf()]
    const release = hold(greedy)
    const many = Array.from({ length: 6 + 256 + 3 }, (_, at) => ask(greedy, at + 60))
    const refused = await Promise.any(
      many.map(async (asked) => {
        const answer = await asked
        return answer.status === 429 ? answer : Promise.reject(new Error('It was taken.'))
      }),
    )
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({
      error: {
        type: 'too_many_requests',
        messages: ['Too many requests at once. Please try again in a moment.'],
      },
    })
    expect((await ask(modest, 60)).status).toBe(200)
    release()
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(6 + 256)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })

  test.each([
    '/data/v1/video-views/none',
    '/data/v1/collector/ledger',
    '/data/v1/collector/rejections',
    '/data/v1/cmcd/conformance',
    '/ui/v1/sub-properties',
  ])('has no more places with those of another kind: %s', async (path) => {
    const [greedy, modest] = [await tenantOf(), await tenantOf()]
    const release = hold(greedy)
    const { authorization } = greedy
    const many = Array.from({ length: 20 }, () =>
      fetch(`${origin}${path}`, { headers: { authorization } }),
    )
    await expect.poll(() => inEngine.get(greedy.environment.id) ?? 0).toBeGreaterThan(5)
    expect((await ask(modest, 60)).status).toBe(200)
    expect(inEngine.get(greedy.environment.id)).toBe(6)
    release()
    const statuses = new Set((await Promise.all(many)).map(({ status }) => status))
    expect([...statuses]).toEqual([path.endsWith('none') ? 404 : 200])
  })
})
