import { describe, expect, test } from 'vitest'
import { incidentsAround } from '@playhead/audience/world/incidents.ts'
import { organizationsServer } from '@playhead/features/account/organizations/server'
import { signInServer } from '@playhead/features/account/sign-in/server'
import { annotationsServer } from '@playhead/features/data/annotations/server'
import { customDashboardsServer } from '@playhead/features/data/custom-dashboards/server'
import { customDimensionsServer } from '@playhead/features/data/custom-dimensions/server'
import { findDemoSignIn } from '@playhead/server-kit/state/server-state.sql.ts'
import { startTestApp } from '@playhead/testing/test-app.ts'
import { seedDemo } from '../seed-demo.ts'
import { demoAnnotations } from './demo-annotations.ts'

const dayMs = 86_400_000

describe('the data screens of a fresh demo', async () => {
  const { app, call, database } = await startTestApp([
    annotationsServer,
    customDashboardsServer,
    customDimensionsServer,
    organizationsServer,
    signInServer,
  ])
  await seedDemo(app)
  const session = await findDemoSignIn(database)
  const signedIn = await call('/ui/v1/session', { body: { session } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { data: organizations } = (await call('/ui/v1/organizations', { headers: { cookie } })).body
  const [northlight] = organizations
  const [environment] = northlight.properties
  const ask = async (path: string, body?: object) =>
    call(path, {
      organization: northlight,
      environment,
      headers: { cookie },
      ...(body && { body }),
    })

  test('DASH-009 DASH-010 there is a dashboard that a person could have made', async () => {
    const { data } = (await ask('/ui/v1/custom-dashboards')).body
    expect(data.map((one: { display_name: string }) => one.display_name)).toEqual(['Morning check'])
    const { display_name, timeframe_start, dashboard_contents } = data[0]
    const again = await ask('/ui/v1/custom-dashboards', {
      display_name,
      timeframe_start,
      dashboard_contents,
    })
    expect(again.status).toBe(201)
  })

  test('the custom dimensions that its players send have names', async () => {
    const { data } = (await ask('/ui/v1/custom-dimensions')).body
    const named = data.filter((one: { display_name: string | null }) => one.display_name)
    expect(
      named.map((one: { id: string; display_name: string }) => [one.id, one.display_name]),
    ).toEqual([
      ['custom_1', 'Content source'],
      ['custom_2', 'App'],
      ['custom_3', 'App release'],
    ])
  })

  test('its people have written down what happened', async () => {
    const now = Date.now()
    const { data } = (await ask('/data/v1/annotations?timeframe[]=30:days&limit=100')).body
    const notes = data.map(({ note }: { note: string }) => note)
    expect(notes).toEqual(expect.arrayContaining(['Web player 5.4.0 released', 'Origin failed']))
    expect(Math.abs(notes.length - demoAnnotations(now, 30).length)).toBeLessThan(2)
  })
})

test('on each day the last thirty have a release, its rollback and a failed origin, at their moments', () => {
  for (let day = 20_000; day < 20_300; day += 1) {
    const now = day * dayMs
    const notes = demoAnnotations(now, 30)
    expect(notes.map(({ note }) => note)).toEqual(
      expect.arrayContaining([
        'Web player 5.4.0 released',
        'Web player 5.4.0 rolled back',
        'Origin failed',
      ]),
    )
    for (const { date } of notes) {
      expect(date.getTime()).toBeLessThan(now)
      expect(
        incidentsAround(date.getTime()).some(
          ({ kind, from, to }) => kind !== 'cdn_brownout' && [from, to].includes(date.getTime()),
        ),
      ).toBe(true)
    }
  }
})
