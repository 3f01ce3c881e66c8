import { expect, test } from 'vitest'
import { makeTestClickHouse } from '@playhead/testing/engines/clickhouse.ts'
import { aFactory } from '@playhead/testing/factories.ts'
import { aViewFactory } from '@playhead/testing/rows/view-rows.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { environmentsServer } from './index.ts'

const clickhouse = await makeTestClickHouse()
const { call, database } = await startTestApp([environmentsServer], { clickhouse })
const make = aFactory(database)

const hourMs = 3_600_000
const lastDay = '/ui/v1/environments/last-day'

const byEnvironment = (answer: { body: { data: { environment_id: string }[] } }) =>
  Object.fromEntries(answer.body.data.map(({ environment_id: id, ...rest }) => [id, rest]))

test('SHELL-028 the last day of each environment has its views and its score, and none of another organization', async () => {
  const { organization, environment, admin, member } = await make.world()
  const quiet = await make.environment(organization)
  const foreign = await make.world()
  const now = Date.now()
  await aViewFactory(clickhouse, environment)(
    { viewer_experience_score: 0.9 },
    { viewer_experience_score: 0.5, view_end: now - 20 * hourMs },
    // Older than a day.
    { viewer_experience_score: 0.1, view_end: now - 25 * hourMs },
  )
  await aViewFactory(clickhouse, foreign.environment)({}, {}, {})
  const seen = await call(lastDay, { as: admin, organization })
  expect(seen.status).toBe(200)
  expect(byEnvironment(seen)).toEqual({
    [environment.id]: { views: 2, score: 0.7 },
    [quiet.id]: { views: 0, score: null },
  })
  const opened = await call(lastDay, { as: member, organization })
  expect(Object.keys(byEnvironment(opened))).toEqual([environment.id])
})
