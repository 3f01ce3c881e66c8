import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import type { Formula } from '@playhead/metrics/formula.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import type { MetricId } from '@playhead/metrics/metrics.ts'
import { askOverall } from '../ask-overall.sql.ts'
import { measured, type Measured } from '../question/definition.ts'
import type { Filter } from '../question/parse-filters.ts'
import type { Tenant } from '../question/tenant.ts'
import { askCandidates, filterOf } from './ask-candidates.ts'
import { askChangeStart, type ChangeMoment } from './ask-change-start.ts'
import { askOverlaps, askQuantilesOfGroups, type QuantilesOfGroup } from './ask-overlaps.sql.ts'
import { askSharedError, type SharedError } from './ask-shared-error.sql.ts'
import { changeSureness, type Scale, valueBefore, valueOf } from './contribution.ts'
import { type Explanation, findExplanations } from './find-explanations.ts'
import { difference, type Group, sumOf, sumOfGroups } from './moments.ts'
import type { Asked } from './per-view.sql.ts'

interface ValueOfDimension {
  dimension: DimensionId
  value: string | null
}

interface ExplainedPart {
  /** One value, or one of each of two dimensions. */
  parts: ValueOfDimension[]
  share: number
  sureness: number
  before: { value: number | null; views: number }
  after: { value: number | null; views: number }
  /** The value after, if these views had not changed. */
  without: number | null
  rateEffect: number
  mixEffect: number
}

export interface ExplainedChange {
  before: { value: number | null; views: number }
  after: { value: number | null; views: number }
  /** Probability that the change itself is not chance. */
  sureness: number
  searchedDimensions: number
  searchedGroups: number
  rows: ExplainedPart[]
  /** Inside the examined time, if it is not the boundary between both ranges. */
  moment: ChangeMoment | undefined
  /** The error that the failed views share. */
  sharedError: SharedError | undefined
}

/** Finds the views that cause the change of a metric between two ranges. ADR 0027 */
export const askChange = async (
  tenant: Tenant,
  metric: MetricId,
  measurement: Measurement | undefined,
  asked: Asked,
): Promise<ExplainedChange> => {
  const definition = measured(metric, measurement)
  const { formula } = definition
  const { question, baseline } = asked
  // A difference of two percentiles that are alike would be mostly error.
  const exact = { isExact: true }
  const [after, before] = await Promise.all([
    askOverall(tenant, metric, measurement, question, exact),
    askOverall(tenant, metric, measurement, { ...question, timeframe: baseline }, exact),
  ])
  const scale = scaleOf(formula, asked)
  const nothing: ExplainedChange = {
    before: { value: scaled(before.value, scale), views: before.total_views },
    after: { value: after.value, views: after.total_views },
    sureness: 0,
    searchedDimensions: 0,
    searchedGroups: 0,
    rows: [],
    moment: undefined,
    sharedError: undefined,
  }
  if (after.value === null || before.value === null) return nothing
  const between = (after.value + before.value) / 2
  const views = { before: before.total_views, after: after.total_views }
  const hasChanged = after.value !== nothing.before.value
  const [moment, sharedError, searched] = await Promise.all([
    askChangeStart(tenant, definition, asked, between),
    hasChanged ? askSharedError(tenant, definition, asked, views) : undefined,
    hasChanged
      ? askCandidates(tenant, definition, asked, {
          between,
          scale,
          views: after.total_views + before.total_views,
        })
      : undefined,
  ])
  if (searched === undefined) return { ...nothing, moment }
  const { dimensions, groupCount, candidates } = searched
  const filters = candidates.map(filterOf)
  const cells = await askOverlaps(tenant, definition, asked, filters, between)
  const whole = sumOfGroups(cells.map(({ group }) => group))
  const testCount = groupCount + (candidates.length * (candidates.length - 1)) / 2
  const found = findExplanations({
    scale,
    cells,
    dimensions: candidates.map(({ dimension }) => dimension),
    testCount,
  })
  const values = await valuesOf(tenant, definition, asked, { found, filters, whole, scale })
  return {
    ...nothing,
    moment,
    sharedError,
    sureness: changeSureness(whole, scale),
    searchedDimensions: dimensions.length,
    searchedGroups: testCount,
    rows: found.map((one, place) => ({
      parts: one.candidates.map((candidate) => {
        const { dimension, field } = candidates[candidate]!
        return { dimension, value: field }
      }),
      share: one.share,
      sureness: one.sureness,
      before: { value: values[place]!.before, views: one.group.before.views },
      after: { value: values[place]!.after, views: one.group.after.views },
      without: values[place]!.without,
      rateEffect: one.rateEffect,
      mixEffect: one.mixEffect,
    })),
  }
}

function scaleOf(formula: Formula, { question, baseline }: Asked): Scale {
  if (['ratio', 'average', 'quantile'].includes(formula.kind)) return { kind: 'ratio' }
  return { kind: 'total', afterPerBefore: lengthOf(question.timeframe) / lengthOf(baseline) }
}

function lengthOf({ start, end }: { start: Date; end: Date }): number {
  return end.getTime() - start.getTime()
}

function scaled(value: number | null, scale: Scale): number | null {
  return value === null || scale.kind === 'ratio' ? value : value * scale.afterPerBefore
}

interface FoundGroups {
  found: readonly Explanation[]
  filters: readonly Filter[]
  whole: Group
  scale: Scale
}

async function valuesOf(
  tenant: Tenant,
  definition: Measured,
  asked: Asked,
  { found, filters, whole, scale }: FoundGroups,
): Promise<QuantilesOfGroup[]> {
  const { formula } = definition
  const growth = whole.before.y === 0 ? 1 : whole.after.y / whole.before.y
  if (formula.kind === 'quantile') {
    const groups = found.map(({ candidates }) => candidates.map((place) => filters[place]!))
    return askQuantilesOfGroups(tenant, formula, definition, asked, groups, growth)
  }
  return found.map(({ group, amount }) => {
    const { before } = group
    const scaledBefore = { ...before, x: before.x * growth, y: before.y * growth }
    const asBefore = sumOf([difference(whole.after, group.after), scaledBefore])
    return {
      after: valueOf(group.after, scale),
      before: valueBefore(before, scale),
      without: scale.kind === 'total' ? whole.after.x - amount : valueOf(asBefore, scale),
    }
  })
}
