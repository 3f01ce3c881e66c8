import { randomUUID } from 'node:crypto'
import { ServerResponse, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aScriptedView } from '../../fixtures/testing-replay.ts'
import { Delivery } from '../requests/delivery.ts'
import { eventLine } from './event-line.ts'
import { EventWriter } from './event-writer.ts'
import { listStoredEvents } from '../testing-rows.sql.ts'

const clickhouse = await makeTestClickHouse()

const silentLog = { info: () => {}, warn: () => {}, error: () => {} }

test('a trickle that lasts comes to one insert in two seconds, and all of it is stored', async () => {
  const environmentId = randomUUID()
  const committed: number[] = []
  const answered = { count: 0 }
  const writer = new EventWriter({
    clickhouse,
    log: silentLog,
    now: Date.now,
    lastBatch: 0,
    committed: ({ stored }) => committed.push(stored.length),
    hold: () => {},
    begun: () => {},
  })
  const [model] = aScriptedView(['hb', 0, {}])
  let viewSequence = 0
  const add = () => {
    viewSequence += 1
    const event = { ...model!, environmentId, viewSequence, batch: writer.batchNumber }
    const { viewId, receivedAt } = event
    const text = eventLine(event)
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const release = () => (answered.count += 1)
    const delivery = new Delivery(response, { network: '', release })
    writer.add({ environmentId, viewId, viewSequence, receivedAt, text, isOurs: false }, delivery)
    delivery.settle()
  }
  // A burst is stored at once, until what a start may do quickly is used up.
  const begunAt = performance.now()
  while (committed.length < 198 + (performance.now() - begunAt) / 2_000) {
    const before = committed.length
    add()
    await expect.poll(() => committed.length, { interval: 1, timeout: 20_000 }).toBe(before + 1)
  }
  const burst = committed.length
  const since = performance.now()
  for (let event = 0; event < 60; event += 1) {
    add()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await writer.stop()
  const seconds = (performance.now() - since) / 1_000
  expect(committed.length - burst).toBeLessThanOrEqual(Math.ceil(0.75 * seconds) + 4)
  expect(answered.count).toBe(viewSequence)
  expect(await listStoredEvents({ id: environmentId, clickhouse })).toHaveLength(viewSequence)
}, 360_000)

test('a batch ends when its text grows too long, however few events it has', async () => {
  const environmentId = randomUUID()
  const committed: number[] = []
  const writer = new EventWriter({
    clickhouse,
    log: silentLog,
    now: Date.now,
    lastBatch: 0,
    committed: ({ stored }) => committed.push(stored.length),
    hold: () => {},
    begun: () => {},
  })
  const [model] = aScriptedView(['hb', 0, { custom_1: 'x'.repeat(2 ** 20) }])
  for (let viewSequence = 1; viewSequence <= 40; viewSequence += 1) {
    const event = { ...model!, environmentId, viewSequence, batch: writer.batchNumber }
    const { viewId, receivedAt } = event
    const line = {
      environmentId,
      viewId,
      viewSequence,
      receivedAt,
      text: eventLine(event),
      isOurs: false,
    }
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    writer.add(line, new Delivery(response, { network: '', release: () => {} }))
  }
  await writer.stop()
  expect(committed).toEqual([32, 8])
  expect(await listStoredEvents({ id: environmentId, clickhouse })).toHaveLength(40)
})
