import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { columnsOf, insightDimensions } from '../insights/ask-insights.ts'
import { askVariedDimensions } from '../insights/ask-varied-dimensions.sql.ts'
import { tierMs } from '../pieces/piece.ts'
import { storedSampleOf } from '../pieces/sampled-views.sql.ts'
import { storedMoments } from '../pieces/stored-moments.ts'
import { dimensionDaysOf } from '../pieces/values/plan-dimensions.ts'
import { planValues, type ValuesPlan } from '../pieces/values/plan-values.ts'
import type { Measured } from '../question/definition.ts'
import { type Filter, parseFilters } from '../question/parse-filters.ts'
import type { Tenant } from '../question/tenant.ts'
import { askGroups, type ValueGroup } from './ask-groups.sql.ts'
import { askOverlaps } from './ask-overlaps.sql.ts'
import { askPieceGroups, type PlannedRanges } from './ask-piece-groups.sql.ts'
import { isCause, simplestFirst } from './causes.ts'
import { contributionOf, type Scale, valueBefore, valueOf } from './contribution.ts'
import { leastViewShare } from './find-explanations.ts'
import { type Group, sumOfGroups } from './moments.ts'
import type { Asked } from './per-view.sql.ts'

/** Without pieces, candidates are searched for in a sample and then measured on all views. */
const sampleViews = { fewest: 100_000, most: 400_000 }
const maximumCandidates = 24
const maximumOfDimension = 3

interface Candidates {
  /** The dimensions that were searched. */
  dimensions: DimensionId[]
  /** Number of values examined. */
  groupCount: number
  candidates: ValueGroup[]
}

interface CandidatesOptions {
  /** For percentiles: a value between the one before and the one after. */
  between: number
  scale: Scale
  /** Views of both ranges. */
  views: number
}

/** The values that deviate most evidently, a few per dimension, plainest dimension first. */
export const askCandidates = async (
  tenant: Tenant,
  definition: Measured,
  asked: Asked,
  { between, scale, views }: CandidatesOptions,
): Promise<Candidates> => {
  const known = simplestFirst(insightDimensions(columnsOf(definition.formula)).filter(isCause))
  const planned = await planRanges(tenant, definition, asked, known, views)
  const inPieces = planned?.dimensions ?? []
  const others = known.filter((id) => !inPieces.includes(id))
  const [ofPieces, ofViews] = await Promise.all([
    planned === undefined
      ? undefined
      : askPieceGroups(tenant, definition, asked, planned, {
          dimensions: inPieces,
          leastShare: leastViewShare,
        }),
    askViewGroups(tenant, definition, asked, {
      known: others,
      between,
      scale,
      sampleOf: sampleOfViews(views),
      // Groups of a sample cannot be compared with those of all views.
      isExact: planned !== undefined,
    }),
  ])
  const varied = new Set([...(ofPieces?.varied ?? []), ...ofViews.varied])
  const dimensions = known.filter((id) => varied.has(id))
  const groups = [...(ofPieces?.groups ?? []), ...ofViews.groups]
  return {
    dimensions,
    groupCount: (ofPieces?.groups.length ?? 0) + ofViews.groupCount,
    candidates: candidatesOf(groups, dimensions, scale, ofViews.whole),
  }
}

/** One view in so many: from the stored sample as soon as that has enough views. */
function sampleOfViews(views: number): number {
  const sampleOf = Math.ceil(views / sampleViews.most)
  return views < storedSampleOf * sampleViews.fewest ? sampleOf : Math.max(storedSampleOf, sampleOf)
}

/** How both ranges are read from pieces, and the dimensions that pieces of both have. */
async function planRanges(
  tenant: Tenant,
  { formula, metric: { bucket } }: Measured,
  { question, baseline }: Asked,
  known: readonly DimensionId[],
  views: number,
): Promise<(PlannedRanges & { dimensions: DimensionId[] }) | undefined> {
  if (storedMoments(formula) === undefined) return undefined
  const [after, before] = await Promise.all([
    planValues(tenant, question, bucket, known),
    planValues(tenant, { ...question, timeframe: baseline }, bucket, known),
  ])
  if (after === undefined || before === undefined) return undefined
  const lacking = new Set([...after.others, ...before.others])
  const dimensions = known.filter((id) => !lacking.has(id))
  if (dimensions.length === 0) return undefined
  const planned = { after: onlyOf(after, dimensions), before: onlyOf(before, dimensions) }
  const days = (lengthOf(question.timeframe) + lengthOf(baseline)) / tierMs.day
  const plans = [...planned.after.plans, ...planned.before.plans]
  const viewsRead = (views * dimensionDaysOf(plans)) / dimensions.length / days
  // While many pieces are stale, a sample reads less.
  return viewsRead > sampleViews.most ? undefined : { ...planned, dimensions }
}

function lengthOf({ start, end }: { start: Date; end: Date }): number {
  return end.getTime() - start.getTime()
}

function onlyOf(planned: ValuesPlan, dimensions: readonly DimensionId[]): ValuesPlan {
  const plans = planned.plans.map((plan) => ({
    ...plan,
    dimensions: plan.dimensions.filter((id) => dimensions.includes(id)),
  }))
  return { ...planned, plans: plans.filter((plan) => plan.dimensions.length > 0) }
}

interface ViewGroupsOptions extends Omit<CandidatesOptions, 'views'> {
  known: readonly DimensionId[]
  sampleOf: number
  isExact: boolean
}

interface ViewGroups {
  varied: DimensionId[]
  groups: ValueGroup[]
  groupCount: number
  /** All views, when the groups are those that a sample has found and all views have measured. */
  whole?: Group
}

/** The values of dimensions in views, or in a sample of them. */
export const askViewGroups = async (
  tenant: Tenant,
  definition: Measured,
  asked: Asked,
  { known, between, scale, sampleOf, isExact }: ViewGroupsOptions,
): Promise<ViewGroups> => {
  if (known.length === 0) return { varied: [], groups: [], groupCount: 0 }
  const varied = await askVariedDimensions(tenant, definition.metric, asked.question, known)
  const options = { dimensions: varied, between, sampleOf, leastShare: leastViewShare }
  const groups = await askGroups(tenant, definition, asked, options)
  if (!isExact || sampleOf === 1) return { varied, groups, groupCount: groups.length }
  const possible = candidatesOf(groups, varied, scale)
  if (possible.length === 0) return { varied, groups: [], groupCount: groups.length }
  const cells = await askOverlaps(tenant, definition, asked, possible.map(filterOf), between)
  const exact = possible.map((one, place) => {
    const own = cells.filter(({ mask }) => (mask & (1 << place)) !== 0)
    return { ...one, group: sumOfGroups(own.map(({ group }) => group)) }
  })
  const whole = sumOfGroups(cells.map(({ group }) => group))
  return { varied, groups: exact, groupCount: groups.length, whole }
}

function candidatesOf(
  groups: readonly ValueGroup[],
  dimensions: readonly DimensionId[],
  scale: Scale,
  measured?: Group,
): ValueGroup[] {
  const wholes = new Map<DimensionId, Group>()
  for (const dimension of dimensions) {
    const own = groups.filter((one) => one.dimension === dimension)
    wholes.set(dimension, measured ?? sumOfGroups(own.map(({ group }) => group)))
  }
  const evidence = ({ dimension, group }: ValueGroup) => {
    const whole = wholes.get(dimension)!
    const { sigmas, excessSigmas } = contributionOf(group, whole, scale)
    const direction = directionOf(whole, scale)
    return Math.max(sigmas * direction, excessSigmas * direction)
  }
  const ordered = groups
    .map((one) => ({ one, evidence: evidence(one) }))
    .toSorted((a, b) => b.evidence - a.evidence)
  const counts = new Map<DimensionId, number>()
  const chosen = ordered.filter(({ one: { dimension }, evidence: own }) => {
    const count = (counts.get(dimension) ?? 0) + 1
    counts.set(dimension, count)
    return own > 0 && count <= maximumOfDimension
  })
  return chosen
    .slice(0, maximumCandidates)
    .map(({ one }) => one)
    .toSorted((a, b) => dimensions.indexOf(a.dimension) - dimensions.indexOf(b.dimension))
}

function directionOf({ after, before }: Group, scale: Scale): number {
  return Math.sign((valueOf(after, scale) ?? 0) - (valueBefore(before, scale) ?? 0))
}

export const filterOf = ({ dimension, field }: ValueGroup): Filter => {
  const value = field === null ? '__null__' : field === '' ? '__empty__' : field
  return parseFilters([`${dimension}:${value}`])[0]!
}
