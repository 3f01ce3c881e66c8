import { describe, expect, test } from 'vitest'
import { inClusterForm } from './cluster-form.ts'

const plain = { name: 'main', isReplicated: false }

describe('the cluster form of a migration', () => {
  test('a table becomes a shard on every node and a Distributed table over them, rows of a view together', () => {
    expect(
      inClusterForm(
        'CREATE TABLE IF NOT EXISTS views\n(\n  view_id String,\n  version UInt64\n)\nENGINE = ReplacingMergeTree(version)\nORDER BY view_id',
        plain,
      ),
    ).toEqual([
      'CREATE TABLE IF NOT EXISTS views_local (\n  view_id String,\n  version UInt64\n) ENGINE = ReplacingMergeTree(version)\nORDER BY view_id',
      "CREATE TABLE IF NOT EXISTS views AS views_local ENGINE = Distributed('main', currentDatabase(), 'views_local', cityHash64(view_id))",
    ])
  })

  test('with replicas the shard is a replicated table and keeps the arguments of its engine', () => {
    const [local] = inClusterForm(
      'CREATE TABLE IF NOT EXISTS daily (day Date) ENGINE = ReplacingMergeTree(version) ORDER BY day',
      { name: 'main', isReplicated: true },
    )
    expect(local).toContain(
      "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}', version)",
    )
  })

  test('a new column goes to the shard and to the table over it, a changed layout to the shard alone', () => {
    expect(inClusterForm('ALTER TABLE views ADD COLUMN extra String', plain)).toEqual([
      'ALTER TABLE views_local ADD COLUMN extra String',
      'ALTER TABLE views ADD COLUMN extra String',
    ])
    expect(inClusterForm('ALTER TABLE views MODIFY TTL day + INTERVAL 1 DAY', plain)).toEqual([
      'ALTER TABLE views_local MODIFY TTL day + INTERVAL 1 DAY',
    ])
  })

  test('a materialized view reads and writes the shards of its own node', () => {
    expect(
      inClusterForm(
        'CREATE MATERIALIZED VIEW IF NOT EXISTS counting TO counts AS SELECT a, count() FROM events GROUP BY a',
        plain,
      ),
    ).toEqual([
      'CREATE MATERIALIZED VIEW IF NOT EXISTS counting_local TO counts_local AS SELECT a, count() FROM events_local GROUP BY a',
    ])
  })

  test('a table is filled from the shard of its own node', () => {
    expect(inClusterForm('INSERT INTO places\nSELECT a, b\nFROM views', plain)).toEqual([
      'INSERT INTO places_local SELECT a, b\nFROM views_local',
    ])
  })

  test('what is dropped goes from the node, and its Distributed table with it', () => {
    expect(inClusterForm('DROP TABLE IF EXISTS places', plain)).toEqual([
      'DROP TABLE IF EXISTS places',
      'DROP TABLE IF EXISTS places_local',
    ])
    expect(inClusterForm('DROP VIEW IF EXISTS places_of_views', plain)).toEqual([
      'DROP VIEW IF EXISTS places_of_views_local',
    ])
  })

  test('what has no cluster form is refused instead of running half', () => {
    expect(() => inClusterForm('RENAME TABLE a TO b', plain)).toThrow('has no form for clusters')
  })
})
