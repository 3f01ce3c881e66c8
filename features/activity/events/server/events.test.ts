import { describe, expect, test } from 'vitest'
import type { Database } from '@playhead/postgres/client.ts'
import { recordEvent } from '@playhead/server-kit/events/record-event.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { makeTestDatabase } from '@playhead/testing/engines/database.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { readEvents, setColumn } from '@playhead/testing/rows/rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { eventsServer } from './index.ts'

const { app, call, clock, database } = await startTestApp([eventsServer])
const make = aFactory(database)
const neighbour = await makeTestDatabase()

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
    const answer = await call(`/ui/v1/events/feed?${place}${query}`, { token })
    expect(answer.status).toBe(200)
    const data = answer.body.data as { object: { id: string } }[]
    const { next, gap } = answer.body as { next: string; gap: boolean }
    return { ids: data.map(({ object }) => object.id), data, next, gap }
  }
  return { environment, token, happen, read }
}

describe('the feed of live screens', () => {
  test('ASST-016 tells what happened after a place, once each and in order', async () => {
    const { happen, read, environment } = await setUp()
    const start = await read()
    expect(start).toMatchObject({ ids: [], gap: false })
    await happen('one')
    await happen('two')
    const first = await read(start.next)
    expect(first).toMatchObject({ ids: ['one', 'two'], gap: false })
    expect(first.data[0]).toEqual({
      id: expect.any(String),
      type: 'video.asset.created',
      created_at: expect.any(String),
      object: { type: 'asset', id: 'one' },
      environment: { id: environment.id, name: environment.name },
      data: { id: 'one' },
    })
    const second = await read(first.next)
    expect(second).toMatchObject({ ids: [], gap: false })
    await happen('three')
    expect((await read(second.next)).ids).toEqual(['three'])
    expect((await read(first.next)).ids).toEqual(['three'])
  })

  test('ASST-016 of the environment that is looked at only, and of the types that are asked for', async () => {
    const { happen, read } = await setUp()
    const stranger = await setUp()
    const { next } = await read()
    await stranger.happen('foreign')
    await happen('one')
    await happen('two', database, 'video.asset.ready')
    expect((await read(next)).ids).toEqual(['one', 'two'])
    expect((await read(next, '&types[]=video.asset.ready')).ids).toEqual(['two'])
  })

  test('what is more than was asked for comes next, and what happens between two answers after it', async () => {
    const { happen, read } = await setUp()
    let { next } = await read()
    for (const id of ['one', 'two', 'three']) await happen(id)
    const told: string[] = []
    for (let answer = 0; answer < 5; answer += 1) {
      const portion = await read(next, '&limit=2')
      told.push(...portion.ids)
      next = portion.next
      if (answer === 0) await happen('between')
    }
    expect(told).toEqual(['one', 'two', 'three', 'between'])
  })

  test('ASST-016 a transaction that ends late is not overlooked, and holds nobody up', async () => {
    const { happen, read } = await setUp()
    const { next } = await read()
    const [early, late, begun, numbered] = [gate(), gate(), gate(), gate()]
    // The older transaction gets its number after the younger one, and ends before it.
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
    const first = await read(next)
    expect(first.ids).toEqual(['done at once'])
    early.open()
    await older
    const second = await read(first.next)
    expect(second.ids).toEqual(['older', 'older again'])
    late.open()
    await younger
    const third = await read(second.next)
    expect(third.ids).toEqual(['younger'])
    expect((await read(third.next)).ids).toEqual([])
  })

  test('a long transaction of another database on the same Postgres holds nothing up', async () => {
    const { happen, read } = await setUp()
    const { next } = await read()
    const [begun, over] = [gate(), gate()]
    const elsewhere = neighbour.transaction(async (transaction) => {
      await aFactory(transaction).organization()
      begun.open()
      await over.opened
    })
    await begun.opened
    await happen('one')
    const first = await read(next)
    expect(first.ids).toEqual(['one'])
    await happen('two')
    expect((await read(first.next)).ids).toEqual(['two'])
    over.open()
    await elsewhere
  })

  test('each event of many writers reaches a reader once, whichever order they end in', async () => {
    const { happen, read } = await setUp()
    let { next } = await read()
    const told: string[] = []
    const listen = async () => {
      const answer = await read(next, '&limit=3')
      next = answer.next
      told.push(...answer.ids)
      return answer.ids.length
    }
    const writers = { haveEnded: false }
    const reader = (async () => {
      while (!writers.haveEnded) await listen()
      while ((await listen()) > 0);
    })()
    const write = (writer: number) => async (round: number) =>
      database.transaction(async (transaction) => {
        await happen(`${writer}-${round}-a`, transaction)
        if ((writer + round) % 2 === 0)
          await transaction.transaction((inner) => happen(`${writer}-${round}-inner`, inner))
        await happen(`${writer}-${round}-b`, transaction)
      })
    const rounds = Array.from({ length: 12 }, (_, round) => round)
    await Promise.all(
      [1, 2, 3, 4].map(async (writer) => {
        for (const round of rounds) await write(writer)(round)
      }),
    )
    writers.haveEnded = true
    await reader
    expect(told).toHaveLength(4 * 12 * 2.5)
    expect(new Set(told).size).toBe(told.length)
  })

  test('a reader who was away for more than an hour receives a gap, and goes on from now', async () => {
    const { happen, read } = await setUp()
    const { next } = await read()
    await happen('one')
    clock.advance(3599)
    expect(await read(next)).toMatchObject({ ids: ['one'], gap: false })
    clock.advance(2)
    const away = await read(next)
    expect(away).toMatchObject({ ids: [], gap: true })
    await happen('two')
    expect(await read(away.next)).toMatchObject({ ids: ['two'], gap: false })
  })

  test('so is one whose place is of another database or another version; what is no place is refused', async () => {
    const { happen, read, token } = await setUp()
    const { next } = await read()
    const [at, , snapshot] = next.split('.')
    await happen('one')
    for (const place of [`${at}.0123456789ab.${snapshot}`, '4711-5', `${next}.1:1:`, '99:1'])
      expect(await read(place)).toMatchObject({ ids: [], gap: true })
    const wrong = await call('/ui/v1/events/feed?after=now', { token })
    expect(wrong.status).toBe(400)
    expect(wrong.body.error.fields).toHaveProperty('after')
  })

  test('401 without credentials, 403 without the permission', async () => {
    const { environment } = await setUp()
    expect((await call('/ui/v1/events/feed')).status).toBe(401)
    const token = await make.accessToken(environment, ['data:read'])
    expect((await call('/ui/v1/events/feed', { token })).status).toBe(403)
  })
})

test('what is older than 30 days is forgotten', async () => {
  const { happen, environment } = await setUp()
  await happen('old')
  await happen('young')
  const days = (count: number) => new Date(clock.now().getTime() - count * 86_400_000)
  const mine = { environment_id: environment.id }
  await setColumn(database, 'events', 'created_at', days(31), { ...mine, object_id: 'old' })
  await setColumn(database, 'events', 'created_at', days(29), { ...mine, object_id: 'young' })
  const [schedule] = eventsServer.schedules
  await schedule!.run(app)
  expect(await readEvents(database, mine)).toMatchObject([{ object_id: 'young' }])
})
