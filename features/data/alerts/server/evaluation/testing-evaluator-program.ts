/** A separate program for tests that kill it: judges all rules at each time that it reads, in epoch seconds. */
import { createInterface } from 'node:readline'
import { connect as connectClickHouse } from '@playhead/clickhouse/client.ts'
import { connect } from '@playhead/postgres/client.ts'
import { fillSlots } from '@playhead/server-kit/slot.ts'
import { incidentListener } from '../incident-changes.ts'
import { Evaluator } from './evaluator.ts'
import { insertAnnounced } from './testing-announced.sql.ts'

const [postgresUrl = '', clickhouseUrl = ''] = process.argv.slice(2)
let now = new Date()
const listener = incidentListener({
  order: 1,
  changed: async (transaction, { id }, change) =>
    void (await insertAnnounced(transaction, id, change)),
})
const evaluator = new Evaluator({
  postgres: connect(postgresUrl),
  clickhouse: connectClickHouse(clickhouseUrl),
  clock: { now: () => now },
  slots: fillSlots([{ parts: [listener] }]),
})
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  now = new Date(Number(line) * 1000)
  await evaluator.judgeReady()
  console.log(line)
}
