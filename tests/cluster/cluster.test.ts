import { describe, expect, test } from 'vitest'
import { startTestCluster } from '@playhead/testing/engines/cluster.ts'
import { countRowsOf, countViewsOf, deleteViewsOf } from './cluster.sql.ts'

const { cluster, nodes } = await startTestCluster()
const environmentId = '6f7c1b52-5a0b-4d0f-9a58-0c7cf4f3a001'
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
    const shards = await Promise.all(
      nodes.map((node) => countRowsOf(node, 'views_local', environmentId)),
    )
    expect(shards.every((count) => count > 120)).toBe(true)
    expect(shards.reduce((sum, count) => sum + count)).toBe(400)
    expect(await countViewsOf(cluster, environmentId)).toBe(200)
  })

  test('a command runs where the rows lie, on every node', async () => {
    await deleteViewsOf(cluster, environmentId)
    expect(await countRowsOf(cluster, 'views', environmentId)).toBe(0)
  })
})
