import { expect, test } from 'vitest'
import { newestEndedStep } from '@playhead/analytics/monitoring/steps.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aSampleFactory } from '@playhead/testing/rows/sample-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database, clock } = await startTestApp([environmentsServer], { clickhouse })
const make = aFactory(database)

/** A ClickHouse client whose queries never finish. */
const silent: ClickHouse = { ...clickhouse, rows: () => new Promise(() => undefined) }
const { call: callSilent, database: otherDatabase } = await startTestApp([environmentsServer], {
  clickhouse: silent,
})

const liveOf = (answer: { body: { data: { id: string; live_views: number | null }[] } }) =>
  Object.fromEntries(answer.body.data.map((row) => [row.id, row.live_views]))

test('the list counts the current views of each environment, and never those of another', async () => {
  const { organization, environment, admin } = await make.world()
  const quiet = await make.environment(organization)
  const foreign = await make.world()
  const step = newestEndedStep(clock.now())
  // The request may arrive one or two steps later, so samples exist for those as well.
  for (const at of [step, step + 5, step + 10]) {
    await aSampleFactory(clickhouse, environment)(at, {}, {}, { is_watching: false })
    await aSampleFactory(clickhouse, foreign.environment)(at, {}, {}, {}, {})
  }
  const answer = await call('/ui/v1/environments', { as: admin, organization })
  expect(answer.status).toBe(200)
  expect(liveOf(answer)).toEqual({ [environment.id]: 2, [quiet.id]: 0 })
})

test('an analytics store that does not answer leaves the list without live views', async () => {
  const world = await aFactory(otherDatabase).world()
  const answer = await callSilent('/ui/v1/environments', {
    as: world.admin,
    organization: world.organization,
  })
  expect(answer.status).toBe(200)
  expect(liveOf(answer)).toEqual({ [world.environment.id]: null })
})
