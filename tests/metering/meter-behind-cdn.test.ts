import { expect, test } from 'vitest'
import type { SessionPlan } from '@playhead/audience/plan/session-plan.ts'
import { howMany } from '@playhead/testing/how-many.ts'
import { listMetered, runUsageVerify } from './list-metered.ts'
import { playedBy } from './planned-truth.ts'
import { startMeteredApp } from './start-metered-app.ts'

const views = howMany('metered-views', { usual: 8, long: 24, release: 400 })
const timeout = 240_000 + views * 2000
const metered = await startMeteredApp()

const adMsOf = ({ steps }: SessionPlan) =>
  total(steps.flatMap((step) => (step.kind === 'ads' ? step.ads.map(({ playMs }) => playMs) : [])))

const total = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0)

test(
  'behind a CDN what an audience planned to play is metered to the millisecond',
  { timeout },
  async () => {
    const watched = await metered.watch('views', views)
    const { plans, sent, own, assetOf, environment, from, until } = watched
    const tiers: Record<string, number> = {}
    /** Where the size changes, the two sizes share a millisecond, and each rounds its own end of it. */
    let changes = 0
    /** The renditions of a view have its ads in them, so an ad may move its length from one size to the other. */
    let adMs = 0
    for (const plan of plans) {
      const asset = assetOf(plan)
      if (!asset) continue
      const played = playedBy(plan, asset)
      for (const [tier, ms] of played)
        tiers[`delivered ${tier}`] = (tiers[`delivered ${tier}`] ?? 0) + ms
      if (played.size > 1) adMs += adMsOf(plan)
      changes += plan.steps.filter(({ kind }) => kind === 'rendition').length
    }
    const {
      delivered_bytes: bytes,
      views_hosted: hosted,
      views_other: other,
      ...delivered
    } = await listMetered(metered, watched, from, until)
    expect(total(Object.values(delivered))).toBe(total(Object.values(tiers)))
    for (const [line, ms] of Object.entries(tiers))
      expect(Math.abs((delivered[line] ?? 0) - ms)).toBeLessThanOrEqual(2 * changes + adMs)
    expect(hosted).toBe(plans.filter((plan) => assetOf(plan)).length * 1000)
    expect(other).toBe(plans.filter((plan) => !assetOf(plan)).length * 1000)
    // What the cache fetched, and no more.
    expect(sent).toHaveLength(own.length)
    expect(bytes).toBe(total(sent.map((one) => one.bytes)) * 1000)
    expect(await runUsageVerify(metered, environment)).toMatchObject({ differences: [] })
  },
)
