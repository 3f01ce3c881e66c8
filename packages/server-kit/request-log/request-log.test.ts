import { expect, test } from 'vitest'
import { jsonLog } from '../log.ts'
import { RequestLog, type RequestLogRow } from './request-log.ts'

const aRow = (number: number, overrides: Partial<RequestLogRow> = {}): RequestLogRow => ({
  environment_id: crypto.randomUUID(),
  created_at: '2026-03-04T12:00:00.000Z',
  id: crypto.randomUUID(),
  method: 'POST',
  path: `/video/v1/assets/${number}`,
  route: '/video/v1/assets',
  status: 201,
  error_type: '',
  request_id: crypto.randomUUID(),
  duration_ms: 1,
  caller_kind: 'token',
  caller_id: crypto.randomUUID(),
  caller_name: 'Uploader',
  ip_prefix: '',
  user_agent: '',
  object_type: '',
  object_id: '',
  request_body: '',
  response_body: '',
  error: '',
  ...overrides,
})

const refusedRow = Object.assign(new Error('CANNOT_PARSE_TEXT'), { code: '6' })

/** A database of our own client's shape: what it does with each insert is up to the test. */
const startLog = (
  insert: (rows: RequestLogRow[], token: string) => void | Promise<void>,
  queueMaxBytes?: number,
) => {
  const lines: string[] = []
  const log = new RequestLog({
    clickhouse: {
      insert: async (table, rows, options) => {
        expect(table).toBe('request_logs')
        const text = (rows as Buffer).toString('utf8').trimEnd()
        await insert(
          text.split('\n').map((line) => JSON.parse(line) as RequestLogRow),
          options!.token!,
        )
      },
    },
    log: jsonLog((line) => lines.push(line)),
    ...(queueMaxBytes !== undefined && { queueMaxBytes }),
  })
  return { log, lines }
}

test('calls are gathered into one insert', async () => {
  const inserts: string[][] = []
  const { log } = startLog((rows) => void inserts.push(rows.map(({ path }) => path)))
  for (let number = 0; number < 40; number += 1) log.add(aRow(number))
  await log.flush()
  expect(inserts).toHaveLength(1)
  expect(inserts[0]).toHaveLength(40)
  log.add(aRow(40))
  await log.flush()
  expect(inserts).toHaveLength(2)
  expect(log.counts).toEqual({ waiting: 0, dropped: 0 })
})

test('an insert whose answer was lost is repeated with the same token, and nothing is lost', async () => {
  const tokens: string[] = []
  const stored = new Map<string, string[]>()
  const { log } = startLog((rows, token) => {
    tokens.push(token)
    // As the table does, rows of a known token count once.
    stored.set(
      token,
      rows.map(({ path }) => path),
    )
    if (tokens.length < 3) throw new Error('connection lost')
  })
  for (let number = 0; number < 5; number += 1) log.add(aRow(number))
  await log.flush()
  expect(tokens).toHaveLength(3)
  expect(new Set(tokens).size).toBe(1)
  expect([...stored.values()].flat()).toHaveLength(5)
})

test('while the database is away the queue is bounded: the oldest are dropped, counted and reported', async () => {
  let isAway = true
  const stored: string[] = []
  const size = Buffer.byteLength(JSON.stringify(aRow(100))) + 1
  const { log, lines } = startLog((rows) => {
    if (isAway) throw new Error('away')
    stored.push(...rows.map(({ path }) => path))
  }, size * 10)
  for (let number = 100; number < 125; number += 1) log.add(aRow(number))
  expect(log.counts).toEqual({ waiting: 10, dropped: 15 })
  isAway = false
  await log.flush()
  expect(stored).toEqual(
    Array.from({ length: 10 }, (_, index) => `/video/v1/assets/${115 + index}`),
  )
  expect(log.counts).toEqual({ waiting: 0, dropped: 15 })
  expect(lines.filter((line) => line.includes('calls were dropped'))).toHaveLength(1)
  expect(lines.join('')).toContain('"dropped":15')
})

test('a row that the table refuses for ever takes no other with it', async () => {
  const stored: string[] = []
  const { log } = startLog((rows) => {
    if (rows.some(({ path }) => path.endsWith('/3'))) throw refusedRow
    stored.push(...rows.map(({ path }) => path))
  })
  for (let number = 0; number < 7; number += 1) log.add(aRow(number))
  await log.flush()
  expect(stored.toSorted()).toEqual(
    [0, 1, 2, 4, 5, 6].map((number) => `/video/v1/assets/${number}`),
  )
  expect(log.counts.dropped).toBe(1)
})

test('a stop tries once more and then counts what is lost', async () => {
  const { log } = startLog(() => {
    throw new Error('away')
  })
  for (let number = 0; number < 5; number += 1) log.add(aRow(number))
  await log.stop()
  expect(log.counts).toEqual({ waiting: 0, dropped: 5 })
})

test('refusals by the rate limit are first once a minute for each caller', () => {
  const { log } = startLog(() => {})
  const at = (second: number) => new Date(Date.UTC(2026, 2, 4, 12, 0, second))
  expect([0, 1, 59, 60, 61].map((second) => log.isFirstRefusal('one', at(second)))).toEqual([
    true,
    false,
    false,
    true,
    false,
  ])
  expect(log.isFirstRefusal('two', at(62))).toBe(true)
})
