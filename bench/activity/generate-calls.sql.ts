import { z } from 'zod'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { sql, type SqlFragment } from '@playhead/clickhouse/sql.ts'
import { uint } from '@playhead/clickhouse/typed-value.ts'

const perInsert = 1_000_000
export const generatedDays = 28

/** Values of the generated calls: one that is frequent, and one of which there are a few. */
export const generated = {
  status: { frequent: '201', rare: '503' },
  method: { frequent: 'POST', rare: 'DELETE' },
  route: { frequent: '/video/v1/assets', rare: '/system/v1/signing-keys/:id' },
}

/** A UUID of version 4, which rows are checked for. */
const uuidOf = (seed: SqlFragment) => {
  const digits = sql`lower(hex(sipHash128(${seed})))`
  const part = (from: number, length: number) =>
    sql`substring(${digits}, ${uint(from)}, ${uint(length)})`
  return sql`toUUID(concat(${part(1, 8)}, '-', ${part(9, 4)}, '-4', ${part(14, 3)}, '-8', ${part(18, 3)}, '-', ${part(21, 12)}))`
}

/** Inserts calls of four weeks, generated inside the engine: the same parameters give the same calls. */
export const generateCalls = async (
  clickhouse: ClickHouse,
  { environmentId, count, until }: { environmentId: string; count: number; until: Date },
) => {
  for (let from = 0; from < count; from += perInsert)
    await clickhouse.command(
      sql`INSERT INTO request_logs
        WITH cityHash64(number, 1) AS a, cityHash64(number, 2) AS b, cityHash64(number, 3) AS c
        SELECT toUUID(${environmentId}) AS environment_id,
          ${until} - INTERVAL toInt64((1 - number / ${uint(count)}) * ${uint(generatedDays * 86_400_000)}) MILLISECOND AS created_at,
          ${uuidOf(sql`number`)} AS id,
          multiIf(a % 100000 < 2, 'DELETE', a % 10 < 7, 'POST', a % 10 < 9, 'PATCH', 'GET') AS method,
          replaceOne(route, ':id', lower(hex(b % 100000))) AS path,
          multiIf(c % 100000 < 2, '/system/v1/signing-keys/:id', c % 10 < 6, '/video/v1/assets', c % 10 < 8, '/video/v1/assets/:id',
            c % 10 < 9, '/data/v1/annotations', '/video/v1/uploads') AS route,
          multiIf(b % 100000 < 2, 503, b % 100 < 4, 404, b % 100 < 6, 400, method = 'POST', 201, 200) AS status,
          multiIf(status = 503, 'unavailable', status = 404, 'not_found', status = 400, 'invalid_parameters', '') AS error_type,
          ${uuidOf(sql`number, 'request'`)} AS request_id, a % 400 AS duration_ms, 'token' AS caller_kind,
          ${uuidOf(sql`c % 200`)} AS caller_id, concat('Program ', toString(c % 200)) AS caller_name,
          concat('10.', toString(a % 200), '.0.0/24') AS ip_prefix, 'node' AS user_agent, 'asset' AS object_type,
          lower(hex(sipHash128(b % 1000000))) AS object_id,
          if(method = 'GET', '', concat('{"input":"https://example.com/', toString(a % 5000), '.mp4"}')) AS request_body,
          if(status < 400, concat('{"data":{"id":"', object_id, '"}}'), '') AS response_body,
          if(status < 400, '', concat('{"type":"', error_type, '","messages":["The reason ', toString(b % 5), '"]}')) AS error
        FROM numbers(${uint(from)}, ${uint(Math.min(perInsert, count - from))})
        SETTINGS max_insert_threads = 2, max_partitions_per_insert_block = 1000`,
      { maximumSeconds: 1_800 },
    )
}

/** The ids of one call in the middle. */
export const findGeneratedCall = async (clickhouse: ClickHouse, count: number) => {
  const Row = z.object({ request_id: z.string(), object_id: z.string(), caller_id: z.string() })
  const [row] = await clickhouse.rows(
    Row,
    sql`SELECT toString(${uuidOf(sql`number, 'request'`)}) AS request_id,
        lower(hex(sipHash128(cityHash64(number, 2) % 1000000))) AS object_id,
        toString(${uuidOf(sql`cityHash64(number, 3) % 200`)}) AS caller_id
      FROM numbers(${uint(Math.floor(count / 2))}, 1)`,
  )
  return row!
}

/** The newest 25 with one filter, as little as the engine can be asked. */
export const listPlainly = (
  clickhouse: ClickHouse,
  environmentId: string,
  column: string,
  value: string,
) => {
  const number = column === 'status' ? sql`toUInt16(${value})` : sql`${value}`
  const wanted = column.endsWith('_id') && column !== 'object_id' ? sql`toUUID(${value})` : number
  return clickhouse.rows(
    z.object({ id: z.string() }),
    sql`SELECT id, created_at, method, path, route, status, request_id, duration_ms, caller_kind, caller_id,
        caller_name, object_type, object_id, error
      FROM request_logs WHERE environment_id = toUUID(${environmentId}) AND ${sql.identifier(column)} = ${wanted}
      ORDER BY created_at DESC, id DESC LIMIT 25`,
  )
}

/** Rows of all calls that were logged for an environment. */
export const countCalls = async (clickhouse: ClickHouse, environmentId: string) => {
  const [row] = await clickhouse.rows(
    z.object({ count: z.number() }),
    sql`SELECT count() AS count FROM request_logs WHERE environment_id = toUUID(${environmentId})`,
  )
  return row!.count
}
