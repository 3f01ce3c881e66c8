import { clickhouseMigrations } from '@playhead/testing/engines/test-clickhouse.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connect, type ConnectedClickHouse } from './client.ts'
import { ClickHouseUnavailable } from './clickhouse-unavailable.ts'
import { startClickHouse, type EngineClickHouse } from './launcher.ts'
import { migrate } from './migrate.ts'
import { sql } from './sql.ts'

describe('a ClickHouse that was started elsewhere, given by its address', () => {
  let folder = ''
  let engine: EngineClickHouse
  let clickhouse: ConnectedClickHouse

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'playhead-other-'))
    engine = await startClickHouse({ dataFolder: folder, log: () => {}, hasNativePort: true })
    clickhouse = connect(engine.url)
  })

  afterAll(async () => {
    await clickhouse.close()
    await engine.stop()
    await rm(folder, { recursive: true })
  })

  test('takes every migration, rows and questions', async () => {
    const withLock = <Result>(work: () => Promise<Result>) => work()
    const applied = await migrate(clickhouse, clickhouseMigrations, { withLock })
    const Name = z.object({ name: z.string() })
    const known = await clickhouse.rows(Name, sql`SELECT name FROM schema_migrations ORDER BY name`)
    expect(known.map(({ name }) => name)).toEqual(applied)
  })

  test('speaks the native protocol to other servers when a cluster needs it', async () => {
    const socket = createConnection(engine.nativePort ?? 0, '127.0.0.1')
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    expect(socket.readyState).toBe('open')
    socket.destroy()
  })

  test('is ClickHouseUnavailable once it is stopped', async () => {
    await engine.stop()
    await expect(clickhouse.check()).rejects.toBeInstanceOf(ClickHouseUnavailable)
    const asked = clickhouse.rows(z.object({}), sql`SELECT 1 AS one`)
    await expect(asked).rejects.toBeInstanceOf(ClickHouseUnavailable)
  })
})
