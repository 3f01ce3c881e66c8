import { join } from 'node:path'
import { expect } from 'vitest'
import { connect } from '@playhead/clickhouse/client.ts'
import { startClickHouse } from '@playhead/clickhouse/launcher.ts'
import type { CollectedEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import { readLedger } from '@playhead/collector/runtime/ledger/ledger.sql.ts'
import { rebuildViews } from '@playhead/collector/runtime/views/rebuild.ts'
import {
  aDirectory,
  JumpingClock,
  startTestCollector,
} from '@playhead/collector/runtime/testing-collector.ts'
import { listStoredEvents, listStoredViews } from '@playhead/collector/runtime/testing-rows.sql.ts'
import type { BeaconCounts } from './crash-player.ts'

/** Every acknowledged event is stored once, the ledger balances, and views equal those rebuilt from events alone. */
export const expectNothingLost = async (
  folder: string,
  environment: CollectedEnvironment,
  counts: BeaconCounts,
) => {
  const engine = await startClickHouse({ dataFolder: join(folder, 'clickhouse'), log: () => {} })
  const clickhouse = connect(engine)
  const tenant = { id: environment.id, clickhouse }
  try {
    const clock = new JumpingClock()
    clock.jump(2 * 3_600_000)
    const collector = await startTestCollector(clickhouse, [environment], { clock })
    await collector.stop()

    const stored = (await listStoredEvents(tenant)).map(
      (row) => `${row.view_id} ${row.view_sequence}`,
    )
    const distinct = new Set(stored)
    expect([...counts.acknowledged].filter((id) => !distinct.has(id))).toEqual([])
    expect(stored).toHaveLength(distinct.size)
    expect([...distinct].filter((id) => !counts.sent.has(id))).toEqual([])

    const end = new Date(clock.now() + 60_000)
    const ledger = await readLedger(tenant, { start: new Date(0), end })
    expect(ledger.stored).toBe(stored.length)
    expect(ledger.rejected).toBe(0)
    expect(ledger.received).toBeGreaterThanOrEqual(counts.acknowledgedEvents)
    expect(ledger.received).toBeLessThanOrEqual(counts.acknowledgedEvents + counts.unansweredEvents)

    const views = await listStoredViews(tenant)
    expect(views.length).toBeGreaterThan(0)
    const directory = aDirectory([environment])
    const rebuilt = await rebuildViews({ clickhouse, directory, now: clock.now })
    expect(rebuilt).toMatchObject({ written: 0, removed: 0 })
    expect(rebuilt.views).toBe(new Set(stored.map((id) => id.split(' ')[0])).size)
    expect(await listStoredViews(tenant)).toEqual(views)
  } finally {
    await clickhouse.close()
    await engine.stop()
  }
}
