import { expect, test } from 'vitest'
import { howMany } from '@playhead/testing/how-many.ts'
import { listMetered, runUsageVerify, sumBy, thousandths } from './list-metered.ts'
import { longestSegment, tierOfHeight } from './metered-world.ts'
import { plannedMs, stretchesOf } from './planned-truth.ts'
import { hourOf, startMeteredApp, type Watched } from './start-metered-app.ts'

const hourMs = 3_600_000
const views = howMany('metered-views', { usual: 8, long: 24, release: 400 })
const timeout = 240_000 + views * 2000
const metered = await startMeteredApp()

const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

/** What was sent and began in an hour, or in all. */
const truthOf = ({ plans, sent, assetOf }: Watched, inHour?: number) => {
  const deliveries = sent.filter(({ hour }) => inHour === undefined || hour === inHour)
  const begun = plans.filter((plan) => inHour === undefined || hourOf(plan) === inHour)
  const hosted = begun.filter((plan) => {
    const hour = hourOf(plan)
    return sent.some(
      ({ asset, hour: at }) => asset === assetOf(plan) && (at === hour || at === hour + hourMs),
    )
  })
  const sums = {
    ...sumBy(
      deliveries,
      ({ asset, height }) => `delivered ${tierOfHeight(asset, height)}`,
      ({ seconds }) => seconds,
    ),
    delivered_bytes: total(deliveries.map(({ bytes }) => bytes)),
    views_hosted: hosted.length,
    views_other: begun.length - hosted.length,
  }
  return thousandths(Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0)))
}

/** A view may count as hosted only later: what was counted before is taken back, and its line has nothing left. */
const linesLeft = (lines: Record<string, number>) =>
  Object.fromEntries(Object.entries(lines).filter(([, sum]) => sum !== 0))

test(
  'what an audience watched is metered to the view, the segment and the byte, in each hour',
  { timeout },
  async () => {
    const watched = await metered.watch('video', views)
    const { plans, sent, from, until, assetOf, environment } = watched
    expect(plans.length).toBeGreaterThan(8)
    expect(linesLeft(await listMetered(metered, watched, from, until))).toEqual(truthOf(watched))
    for (let hour = from; hour < until; hour += hourMs)
      expect(linesLeft(await listMetered(metered, watched, hour, hour + hourMs))).toEqual(
        truthOf(watched, hour),
      )

    // Players fetch whole segments: at both ends of a stretch that is played, a part of one is not played.
    const hosted = plans.filter((plan) => assetOf(plan))
    const over = total(sent.map(({ seconds }) => seconds)) - total(hosted.map(plannedMs)) / 1000
    expect(over).toBeGreaterThanOrEqual(0)
    expect(over).toBeLessThanOrEqual(2 * longestSegment * total(hosted.map(stretchesOf)))
    expect(await runUsageVerify(metered, environment)).toMatchObject({ differences: [] })
  },
)
