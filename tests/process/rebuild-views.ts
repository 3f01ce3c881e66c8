import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { Audience } from '@playhead/audience/audience.ts'
import { beaconsOf } from '@playhead/audience/player/beacons-of.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'
import type { CollectedEnvironment } from '@playhead/collector/runtime/collector-options.ts'
import {
  aBeacon,
  JumpingClock,
  startTestCollector,
} from '@playhead/collector/runtime/testing-collector.ts'
import { wildWorld } from '../model/wild-world.ts'
import type { operatorOf } from '../video/uploads-program.ts'
import { until } from './running-program.ts'
import { printOfRows } from './rebuild-views.sql.ts'

export const dayMs = 86_400_000
const sentAtOnce = 100

/** Sends the beacons of an audience whose views ended on earlier days; resolves when all of them have rows. */
export const collectPastViews = async (
  clickhouse: ClickHouse,
  environment: CollectedEnvironment,
  { days, viewsPerDay }: { days: number; viewsPerDay: number },
) => {
  const tenant = { id: environment.id, clickhouse }
  const audience = new Audience(wildWorld, 'rebuild')
  const clock = new JumpingClock()
  const noon = Math.floor(clock.now() / dayMs) * dayMs + dayMs / 2
  let views = 0
  for (let day = days; day > 0; day -= 1) {
    clock.jump(noon - day * dayMs - clock.now())
    const running = await startTestCollector(clickhouse, [environment], { clock })
    const bodies = Array.from({ length: viewsPerDay }, (_, index) => {
      const plan = audience.session(clock.now() - 3_600_000, index, `day ${day}`, [])
      const beacons = [...beaconsOf(plan, environment.key)]
      const transmittedAt = (beacons.at(-1)?.at ?? 0) + plan.viewer.clockSkewMs
      return aBeacon(
        beacons.flatMap(({ events }) => events),
        transmittedAt,
      )
    })
    while (bodies.length > 0) {
      const answers = await Promise.all(
        bodies.splice(0, sentAtOnce).map((body) => running.send(body)),
      )
      for (const { status } of answers)
        if (status !== 200) throw new Error(`A beacon was answered ${status}.`)
    }
    clock.jump(2 * 3_600_000)
    await until('every view is a row', async () => running.collector.stats().openViews === 0)
    await running.stop()
    views = (await printOfRows(tenant, 'views'))?.rows ?? 0
  }
  return views
}

/** History for `playhead import`, older than the views that queries read. */
export const writeOldViews = async (file: string, ages: readonly number[], viewsPerDay: number) => {
  const midnight = Math.floor(Date.now() / dayMs) * dayMs
  const lines = ages.flatMap((age) =>
    Array.from({ length: viewsPerDay }, (_, index) => {
      const start = midnight - age * dayMs + index * 60_000
      return JSON.stringify({
        view_id: randomUUID(),
        view_start: start,
        view_end: start + 1000 * (index + 1),
        watch_time: 1000 * (index + 1),
        playing_time: 900 * (index + 1),
        video_startup_time: 300 + (index % 40) * 50,
        video_title: `Title ${index % 5}`,
        country: index % 3 === 0 ? 'DE' : 'FR',
        viewer_id: `viewer ${index % 30}`,
      })
    }),
  )
  await writeFile(file, lines.join('\n'))
}

/** An environment with a token that reads its data. */
export const makeReader = async (operate: ReturnType<typeof operatorOf>) => {
  const organization = await operate('organization', 'create', '--name', 'Rebuilt')
  const of = ['--organization', organization.id ?? '']
  const environment = await operate('environment', 'create', ...of, '--name', 'Rebuilt')
  const given = ['--environment', environment.id ?? '', '--permissions', 'data:read']
  const token = await operate('token', 'create', ...given)
  return {
    environmentId: environment.id ?? '',
    environmentKey: token.environment_key ?? '',
    authorization: `Basic ${Buffer.from(`${token.id}:${token.secret}`).toString('base64')}`,
  }
}

interface Asking {
  url: string
  authorization: string
}

/** Sums of fractions depend on the order of the rows in their last digits. */
const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : value

const call = async ({ url, authorization }: Asking, path: string) => {
  const answer = await fetch(`${url}${path}`, { headers: { authorization } })
  if (answer.status !== 200)
    throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
  return JSON.parse(await answer.text(), rounded) as { data: Record<string, unknown> }
}

const metrics = [
  'views',
  'unique_viewers',
  'playing_time',
  'video_startup_time',
  'rebuffer_percentage',
  'viewer_experience_score',
  'playback_failure_percentage',
]

/** Responses to the SDK's requests about past times. */
export const answersOf = async (asking: Asking, viewIds: readonly string[]) => {
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const range = (days: number) =>
    [today - days * dayMs, today].map((time) => `timeframe[]=${time / 1000}`).join('&')
  const paths = metrics.flatMap((metric) => [
    `/data/v1/metrics/${metric}/overall?${range(13)}`,
    `/data/v1/metrics/${metric}/overall?${range(150)}`,
    `/data/v1/metrics/${metric}/timeseries?${range(13)}`,
  ])
  paths.push(
    `/data/v1/metrics/views/timeseries?${range(150)}`,
    `/data/v1/metrics/views/breakdown?${range(13)}&group_by=video_title&limit=100`,
    `/data/v1/metrics/video_startup_time/breakdown?${range(13)}&group_by=player_name`,
    `/data/v1/errors?${range(13)}`,
  )
  const views = viewIds.map((id) => `/data/v1/video-views/${id}`)
  const answers = await Promise.all(
    [...paths, ...views].map(async (path) => [path, await call(asking, path)] as const),
  )
  for (const [path, { data }] of answers)
    if (views.includes(path)) {
      // The write time, and the column that `ageRows` moves by a millisecond.
      delete data.updated_at
      delete data.view_end
    }
  return Object.fromEntries(answers)
}
