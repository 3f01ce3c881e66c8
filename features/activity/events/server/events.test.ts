import { describe, expect, test, vi } from 'vitest'
import type { Database } from '@playhead/postgres/client.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { factories } from '@playhead/testing/factories.ts'
import { countRows, readEvents, updateRows } from '@playhead/testing/rows.ts'
import { testApp } from '@playhead/testing/test-app.ts'
import { eventsServer } from './index.ts'

const { app, call, clock, database } = await testApp([eventsServer])
const make = factories(database)

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

const setUp = async () => {
  const { environment } = await make.world()
  const token = await make.accessToken(environment, ['video:read'])
  const tenant = (postgres: Database): Environment => ({
    id: environment.id,
    organizationId: environment.organizationId,
    postgres,
    clickhouse: app.clickhouse,
  })
  const happen = (objectId: string, postgres: Database = database, type = 'video.asset.created') =>
    recordEvent(tenant(postgres), { type, objectType: 'asset', objectId, data: { id: objectId } })
  const read = async (after?: string, query = '') => {
    const place = after === undefined ? '' : `after=${after}`
    const answer = await call(`/ui/v1/events?${place}${query}`, { token })
    expect(answer.status).toBe(200)
    const data = answer.body.data as { object: { id: string } }[]
    return { ids: data.map(({ object }) => object.id), data, next: answer.body.next as string }
  }
  /** Transactions of other databases of the same server hold the feed up for a moment. */
  const readUntil = (ids: string[], after: string, query = '') =>
    vi.waitFor(
      async () => {
        const answer = await read(after, query)
        expect(answer.ids).toEqual(ids)
        return answer
      },
      { timeout: 5000, interval: 20 },
    )
  return { environment, token, happen, read, readUntil }
}

describe('the feed of live screens', () => {
  test('ASST-016 tells what happened after a place, once each and in order', async () => {
    const { happen, read, readUntil, environment } = await setUp()
    const start = await read()
    expect(start.ids).toEqual([])
    await happen('one')
    await happen('two')
    const first = await readUntil(['one', 'two'], start.next)
    expect(first.data[0]).toEqual({
      id: expect.any(String),
      type: 'video.asset.created',
      created_at: expect.any(String),
      object: { type: 'asset', id: 'one' },
      environment: { id: environment.id, name: environment.name },
      data: { id: 'one' },
    })
    expect(await read(first.next)).toMatchObject({ ids: [], next: first.next })
    await happen('three')
    await readUntil(['three'], first.next)
  })

  test('begins anew behind places that never were', async () => {
    const { happen, read } = await setUp()
    await happen('one')
    for (const place of ['0-9999999999999999999', '99999999999999999999-0'])
      expect((await read(place)).ids).toEqual([])
  })

  test('ASST-016 of the environment that is looked at only, and of the types that are asked for', async () => {
    const { happen, read, readUntil } = await setUp()
    const stranger = await setUp()
    const { next } = await read()
    await stranger.happen('foreign')
    await happen('one')
    await happen('two', database, 'video.asset.ready')
    await readUntil(['one', 'two'], next)
    expect((await read(next, '&types[]=video.asset.ready')).ids).toEqual(['two'])
    expect((await read(next, '&limit=1')).ids).toEqual(['one'])
  })

  test('ASST-016 a transaction that ends late is not overlooked, whatever number its event has', async () => {
    const { happen, read, readUntil } = await setUp()
    const { next } = await read()
    const [early, late, begun, numbered] = [gate(), gate(), gate(), gate()]
    // The older transaction takes its number after the younger one, and ends before it.
    const older = database.transaction(async (transaction) => {
      await happen('older', transaction)
      begun.open()
      await early.opened
      await happen('older again', transaction)
    })
    await begun.opened
    const younger = database.transaction(async (transaction) => {
      await happen('younger', transaction)
      numbered.open()
      await late.opened
    })
    await numbered.opened
    await happen('done at once')
    expect((await read(next)).ids).toEqual([])
    early.open()
    await older
    const first = await readUntil(['older', 'older again'], next)
    late.open()
    await younger
    await readUntil(['younger', 'done at once'], first.next)
  })

  test('a place from before a restore begins anew, and what is no place is refused', async () => {
    const { happen, read, readUntil, token } = await setUp()
    const ahead = await read('9999999999999-5')
    expect(ahead.ids).toEqual([])
    await happen('two')
    await readUntil(['two'], ahead.next)
    const wrong = await call('/ui/v1/events?after=now', { token })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error.fields).toHaveProperty('after')
  })

  test('401 without credentials, 403 without the permission', async () => {
    const { environment } = await setUp()
    expect((await call('/ui/v1/events')).status).toBe(401)
    const token = await make.accessToken(environment, ['data:read'])
    expect((await call('/ui/v1/events', { token })).status).toBe(403)
  })
})

test('what is older than 30 days is forgotten', async () => {
  const { happen, environment } = await setUp()
  await happen('old')
  await happen('young')
  const days = (count: number) => new Date(clock.now().getTime() - count * 86_400_000)
  const mine = { environment_id: environment.id }
  await updateRows(database, 'events', 'created_at', days(31), { ...mine, object_id: 'old' })
  await updateRows(database, 'events', 'created_at', days(29), { ...mine, object_id: 'young' })
  const [schedule] = eventsServer.schedules
  await schedule!.run(app)
  expect(await readEvents(database, mine)).toMatchObject([{ object_id: 'young' }])
  expect(await countRows(database, 'request_logs', mine)).toBe(0)
})
