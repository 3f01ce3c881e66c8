import { join } from 'node:path'
import { expect, test } from 'vitest'
import { askOverall } from '@playhead/analytics/ask-overall.sql.ts'
import { rollUp } from '@playhead/analytics/rollup/roll-up.sql.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { backupCommand } from './backup-command.ts'
import { restoreCommand } from './restore-command.ts'
import { readAnalytics, makeKeys } from './testing-backups.ts'

const viewers = 300
const yesterday = new Date(Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000)

test('the sums of a day are restored with the unique viewers that they count', async () => {
  const source = await startTestApp([], { clickhouse: await makeTestClickHouse() })
  const target = await startTestApp([], { clickhouse: await makeTestClickHouse() })
  const [from, into] = [await makeKeys(source.app), await makeKeys(target.app)]
  const { environment } = await aFactory(source.database).world()
  await aViewFactory(
    from.clickhouse,
    environment,
  )(
    ...Array.from({ length: viewers }, (_, index) => ({
      view_end: yesterday.getTime() + 3_600_000,
      viewer_id: `viewer ${index}`,
    })),
  )
  const day = { environmentId: environment.id, day: yesterday.toISOString().slice(0, 10) }
  await rollUp(from.clickhouse, day, new Date())
  const uniqueViewers = async ({ clickhouse }: typeof from) => {
    const end = new Date(yesterday.getTime() + 86_400_000)
    const timeframe = { start: yesterday, end, isHistorical: true }
    const question = { timeframe, filters: [], metricFilters: [] }
    const tenant = { ...environment, clickhouse }
    return (await askOverall(tenant, 'unique_viewers', 'count', question)).value
  }
  const before = await uniqueViewers(from)
  expect(before).toBe(viewers)

  const file = join(source.dataFolder, 'sums.ndjson.gz')
  await backupCommand.run(from, { to: file })
  await restoreCommand.run(into, { from: file })
  expect(await uniqueViewers(into)).toBe(before)
  expect(await readAnalytics(into.clickhouse)).toEqual(await readAnalytics(from.clickhouse))
})
