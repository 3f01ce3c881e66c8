import { alertLimits } from '../../contract.ts'
import { asShown } from '../evaluation/judged-rule.ts'
import type { RuleFields } from '../rules/rules.sql.ts'
import type { SeenWindows } from './windows.ts'

const isWorse = ({ area }: Pick<RuleFields, 'area'>, value: number, than: number | null) =>
  than === null || (area === 'above' ? value > than : value < than)

/** The worst window of all groups in each part of the time, so that a chart shows what passes the value. */
export const pointsOf = (
  rule: Pick<RuleFields, 'metric' | 'area'>,
  { slots, from, groups }: SeenWindows,
) => {
  const slotsOfPoint = Math.ceil((slots.count - from) / alertLimits.backtestPoints)
  const points: { time: number; metric_value: number | null }[] = []
  for (let first = from; first < slots.count; first += slotsOfPoint) {
    let worst: number | null = null
    const end = Math.min(slots.count, first + slotsOfPoint)
    for (const { values } of groups)
      for (let at = first; at < end; at += 1) {
        const value = values[at]!
        if (!Number.isNaN(value) && isWorse(rule, value, worst)) worst = value
      }
    points.push({
      time: slots.first + first * slots.seconds,
      metric_value: worst === null ? null : asShown(rule.metric, worst),
    })
  }
  return points
}
