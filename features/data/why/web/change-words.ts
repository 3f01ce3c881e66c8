import { formatPercent } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Measurement, Metric } from '@playhead/metrics/metric.ts'
import { dimensionName, displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { isDimension } from '@playhead/question-kit/question/predicate.ts'

export interface ChangePart {
  dimension: string
  value: string | null
}

/** Dimensions whose values are clear without the name of the dimension. */
const selfEvident: ReadonlySet<string> = new Set([
  'cdn',
  'country',
  'continent_code',
  'browser',
  'operating_system',
  'player_name',
  'player_software',
  'video_title',
  'video_series',
  'asn_name',
  'viewer_device_name',
])

const places: ReadonlySet<string> = new Set(['country', 'continent_code', 'region'])

/** As the environment calls a dimension. */
export type NameOf = (dimension: DimensionId) => string

export const dimensionsIn = (rows: readonly { parts: readonly ChangePart[] }[]) =>
  rows.flatMap(({ parts }) => parts.map(({ dimension }) => dimension)).filter(isDimension)

const partText = ({ dimension, value }: ChangePart, nameOf: NameOf) => {
  if (!isDimension(dimension)) return `${dimension} ${value ?? ''}`
  const shown = displayValue(dimension, value)
  const isPlain = selfEvident.has(dimension) && value !== null && value !== ''
  return isPlain ? shown : `${nameOf(dimension)} ${shown}`
}

/** For example `akamai in Germany`. */
export const partsText = (parts: readonly ChangePart[], nameOf: NameOf = dimensionName) => {
  const [first, second] = [
    ...parts.filter(({ dimension }) => !places.has(dimension)),
    ...parts.filter(({ dimension }) => places.has(dimension)),
  ]
  if (!first) return ''
  if (!second) return partText(first, nameOf)
  const isInside = places.has(second.dimension) && !places.has(first.dimension)
  return `${partText(first, nameOf)} ${isInside ? 'in' : 'with'} ${partText(second, nameOf)}`
}

export const shareText = (share: number) =>
  share > 1.005 ? 'more than all' : formatPercent(share * 100, 0)

export const surenessText = (sureness: number) => {
  if (sureness >= 0.9999) return 'almost certain'
  return sureness >= 0.995 ? 'very sure' : 'quite sure'
}

interface Change {
  before: { value: number | null }
  after: { value: number | null }
  sureness: number
  sharedError?: SharedError | null
  /** Inside the ranges, at which the level changed for sure. */
  moment?: object | null
  rows: readonly { parts: readonly ChangePart[]; share: number; sureness: number }[]
}

export const headline = (metric: Metric, measurement: Measurement, change: Change) => {
  const [before, after] = [change.before.value, change.after.value]
  if (before === null || after === null) return `${metric.title} is not known in both ranges.`
  const format = (value: number) => formatMetricValue(value, metric, measurement)
  const [was, is] = [format(before), format(after)]
  if (was === is) return `${metric.title} stayed at ${is}.`
  const verb = after > before ? 'rose' : 'fell'
  return `${metric.title} ${verb} from ${was} to ${is}.`
}

interface SharedError {
  code: string | null
  message: string | null
  share: number
}

export const errorName = ({ code, message }: Omit<SharedError, 'share'>) =>
  [code, message].filter((text) => text !== null && text !== '').join(': ') || 'one without a name'

export const explanationText = (
  { rows, sureness, sharedError, moment }: Change,
  nameOf: NameOf = dimensionName,
) => {
  const [first] = rows
  if (first)
    return `${partsText(first.parts, nameOf)} explains ${shareText(first.share)} of it (${surenessText(first.sureness)}).`
  if (sureness < 0.95)
    return moment
      ? 'Between the two ranges the change is so small that it can be chance, but inside them the level changed.'
      : 'The change is so small that it can be chance.'
  return sharedError
    ? `It is spread over all networks, players and places. What ${shareText(sharedError.share)} of it shares is the error ${errorName(sharedError)}.`
    : 'It is spread over many: no value, and no two together, explain it.'
}
