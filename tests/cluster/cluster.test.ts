import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { sql } from '@playhead/clickhouse/sql.ts'
import { testCluster } from '@playhead/testing/cluster.ts'

const { cluster, nodes } = await testCluster()
const environmentId = '6f7c1b52-5a0b-4d0f-9a58-0c7cf4f3a001'
const Count = z.object({ count: z.number() })
const countOn = async (connection: typeof cluster, table: string) =>
  (
    await connection.rows(
      Count,
      sql`SELECT count() AS count FROM ${sql.identifier(table)} WHERE environment_id = ${environmentId}`,
    )
  )[0]!.count

const row = (index: number) => ({
  environment_id: environmentId,
  view_id: `view-${index % 200}`,
  view_start: 1_763_640_000_000 + index,
  view_end: 1_763_640_060_000,
  version: index,
  retention_days: 100_000,
})

describe('two shards', () => {
  test('rows are spread over the shards, rows of one view together, and FINAL sees each view once', async () => {
    for (const from of [0, 200])
      await cluster.insert(
        'views',
        Array.from({ length: 200 }, (_, index) => row(from + index)),
      )
    const shards = await Promise.all(nodes.map((node) => countOn(node, 'views_local')))
    expect(shards.every((count) => count > 120)).toBe(true)
    expect(shards.reduce((sum, count) => sum + count)).toBe(400)
    const [final] = await cluster.rows(
      Count,
      sql`SELECT count() AS count FROM views FINAL WHERE environment_id = ${environmentId}`,
    )
    expect(final!.count).toBe(200)
  })

  test('a command runs where the rows lie, on every node', async () => {
    await cluster.commandWhereRowsLie(
      (table) => sql`ALTER TABLE ${table('views')} DELETE WHERE environment_id = ${environmentId}
        SETTINGS mutations_sync = 2`,
    )
    expect(await countOn(cluster, 'views')).toBe(0)
  })
})
