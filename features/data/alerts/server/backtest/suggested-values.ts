import { monitoringMetrics } from '@playhead/metrics/monitoring.ts'
import type { RuleFields } from '../rules/rules.sql.ts'
import { alertLimits } from '../../contract.ts'
import { asShown } from '../evaluation/judged-rule.ts'
import type { SeenWindows } from './windows.ts'

/** Enough to see how values are distributed. */
const valuesMax = 50_000
/** How many of all windows are on the good side of a suggested value. */
const shares = [0.9, 0.95, 0.97, 0.98, 0.99, 0.995, 0.997, 0.998, 0.999, 1]

/** In their order; sorted without a comparison in JavaScript, which takes ten times as long. */
const someValues = ({ groups, from, slots }: SeenWindows) => {
  const every = Math.max(1, Math.ceil(((slots.count - from) * groups.length) / valuesMax))
  const values = new Float64Array(groups.length * Math.ceil((slots.count - from) / every))
  let count = 0
  for (const group of groups)
    for (let at = from; at < slots.count; at += every) {
      const value = group.values[at]!
      if (Number.isNaN(value)) continue
      values[count] = value
      count += 1
    }
  return values.subarray(0, count).sort()
}

/** With two digits, on the side that fires less. */
const rounded = (value: number, area: RuleFields['area']) => {
  if (value <= 0) return 0
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1)
  const steps = value / unit
  const whole = area === 'above' ? Math.ceil(steps - 1e-9) : Math.floor(steps + 1e-9)
  return Number((whole * unit).toPrecision(12))
}

/** Values that a person may want instead, in the unit that is shown: half of them by how often, half evenly between. */
export const suggestedValues = (
  { metric, area }: Pick<RuleFields, 'metric' | 'area'>,
  windows: SeenWindows,
): number[] => {
  const sorted = someValues(windows)
  if (area === 'below') sorted.reverse()
  if (sorted.length === 0) return []
  const at = (share: number) => sorted[Math.ceil(share * (sorted.length - 1))]!
  const [usual, extreme] = [at(shares[0]!), at(1)]
  const count = alertLimits.backtestSuggestions - shares.length
  const between = Array.from(
    { length: count },
    (_, index) => usual + ((extreme - usual) * (index + 1)) / count,
  )
  const most = monitoringMetrics[metric].unit === 'percentage' ? 100 : Number.POSITIVE_INFINITY
  const values = [...shares.map(at), ...between].map((value) =>
    Math.min(most, rounded(asShown(metric, value), area)),
  )
  return [...new Set(values)].toSorted((one, other) => one - other)
}
