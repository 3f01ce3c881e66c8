import type { Random } from '../random.ts'
import type { Ad, Step } from './session-plan.ts'

const spots = ['ad-coffee', 'ad-insurance', 'ad-car', 'ad-holiday', 'ad-bank'] as const
const spotMs = [15_000, 20_000, 30_000] as const
const failureShare = 0.06

const drawAd = (random: Random): Ad => ({
  id: random.pick(spots),
  requestMs: random.whole(90, 600),
  loadMs: random.whole(60, 700),
  playMs: random.pick(spotMs),
  fails: random.chance(failureShare) ? 'before it starts' : 'never',
})

export const drawAds = (type: 'preroll' | 'midroll', random: Random): Step => ({
  kind: 'ads',
  type,
  ads: Array.from({ length: random.whole(1, 2) }, () => drawAd(random)),
})
