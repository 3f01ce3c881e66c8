/** A separate program for tests that kill it: makes pieces until it kills itself in the middle of a statement. */
import { type ClickHouse, connect } from '@playhead/clickhouse/client.ts'
import { makePieces } from './making/make-pieces.sql.ts'
import { tierMs } from './piece.ts'
import { aRandom, worldDays, worldStart } from './testing-worlds.ts'

const [url = '', environmentId = '', seedText = ''] = process.argv.slice(2)
const random = aRandom(Number(seedText))
const killAt = 1 + random.below(12)
const real = connect(url)
let steps = 0

/** The statement has been sent: it may do nothing, a part or everything of its work. */
const killedIn = async <Answer>(work: Promise<Answer>): Promise<Answer> => {
  steps += 1
  if (steps !== killAt) return work
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), random.below(40))
  return new Promise<Answer>(() => {})
}

const clickhouse: ClickHouse = {
  ...real,
  rows: (Row, query, options) => killedIn(real.rows(Row, query, options)),
  command: (statement, options) => killedIn(real.command(statement, options)),
  insert: (table, rows, options) => killedIn(real.insert(table, rows, options)),
}
for (;;) {
  const bucket = random.pick(['view_start', 'view_end'] as const)
  const tier = random.pick(['hour', 'day'] as const)
  const day = worldStart + random.below(worldDays) * tierMs.day
  const hours = Array.from({ length: 24 }, (_, hour) => day + hour * tierMs.hour)
  const moments = tier === 'day' ? [day] : hours.filter(() => random.draw() < 0.5)
  if (moments.length > 0) await makePieces(clickhouse, { environmentId, bucket, tier, moments })
}
