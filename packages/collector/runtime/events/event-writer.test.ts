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

test('a batch ends when its text grows too long, however few events it has', async () => {
  const environmentId = randomUUID()
  const committed: number[] = []
  const writer = new EventWriter({
    clickhouse,
    log: { info: () => {}, warn: () => {}, error: () => {} },
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
