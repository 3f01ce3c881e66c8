import { useMemo } from 'react'
import { monitoringDimensionIds } from '@playhead/features/data/monitoring/contract'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { FilterBar } from '@playhead/question-kit/filter-bar/filter-bar.tsx'
import { predicateText } from '@playhead/question-kit/filter-bar/filter-chips.ts'
import {
  type FilterSource,
  FilterSourceContext,
  type FilterState,
} from '@playhead/question-kit/filter-bar/filter-source.ts'
import {
  isDimension,
  type Predicate,
  predicateValue,
  valueOfPredicate,
  writePredicate,
} from '@playhead/question-kit/question/predicate.ts'
import { dimensionQuestions } from '@playhead/question-contract/dimension-questions.ts'
import { Chip } from '@playhead/ui/badges/chip.tsx'
import { type CallResponse, callQuietly } from '@playhead/web-kit/calls/call.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import { alertLimits } from '../../contract.ts'
import { dimensionTitle, dimensionValueText, type Rule } from '../rule-words.ts'

type Filters = Rule['filters']
type RuleDimension = Filters[number]['dimension']
type QuestionDimension = RuleDimension & DimensionId

const timeframe = ['7:days']
const offeredMax = 100

const isRuleDimension = (id: string): id is RuleDimension =>
  (monitoringDimensionIds as readonly string[]).includes(id)

const dimensions: ReadonlySet<DimensionId> = new Set(
  monitoringDimensionIds.filter((id): id is QuestionDimension => isDimension(id)),
)

const asPredicates = (filters: Filters): Predicate[] =>
  filters.flatMap(({ dimension, value, exclude }) =>
    isDimension(dimension)
      ? [{ dimension, value: predicateValue(value), isExcluded: exclude }]
      : [],
  )

const asFilters = (predicates: readonly Predicate[]): Filters =>
  predicates.flatMap((one) => {
    const { dimension, value, isExcluded } = one
    return isRuleDimension(dimension)
      ? [
          {
            dimension,
            value: valueOfPredicate(value),
            displayValue: predicateText(one),
            exclude: isExcluded,
          },
        ]
      : []
  })

/** Values of the views of a week: a rule is also about what nobody watches just now. */
const sourceOf = (max: number): FilterSource => {
  const tenant = currentTenant()
  return {
    dimensions,
    counted: 'views',
    max,
    usedUpText: `A rule has at most ${alertLimits.filtersMax} filters.`,
    valuesQuery: (dimension, filters) => ({
      queryKey: ['values of rules', tenant, dimension, filters],
      queryFn: async ({ signal }) => {
        const { data } = (await callQuietly(dimensionQuestions.listValues, {
          params: { dimension },
          query: {
            timeframe,
            filters,
            orderBy: 'views',
            orderDirection: 'desc',
            limit: offeredMax,
          },
          tenant,
          signal,
        })) as CallResponse<typeof dimensionQuestions.listValues>
        return { data, totalRowCount: data.length }
      },
    }),
  }
}

interface RuleFiltersProps {
  filters: Filters
  onChange: (filters: Filters) => void
}

/** The filters of a rule, chosen as on other screens. */
export const RuleFilters = ({ filters, onChange }: RuleFiltersProps) => {
  // A platform is a browser and its system together, for which views have no dimension.
  const others = useMemo(
    () => filters.filter(({ dimension }) => !isDimension(dimension)),
    [filters],
  )
  const predicates = useMemo(() => asPredicates(filters), [filters])
  const source = useMemo(() => sourceOf(alertLimits.filtersMax - others.length), [others.length])
  const question = useMemo(() => ({ timeframe, predicates, metricPredicates: [] }), [predicates])
  const setPredicates = (next: readonly Predicate[]) => onChange([...others, ...asFilters(next)])
  const state: FilterState = {
    question,
    query: { timeframe, filters: predicates.map(writePredicate), metricFilters: [] },
    resolved: { isHistorical: false },
    change: (next) => setPredicates(next.predicates ?? predicates),
    setPredicates,
    setMetricPredicates: () => undefined,
  }
  return (
    <>
      {others.map((one, index) => (
        <Chip
          key={`${one.dimension} ${one.value}`}
          index={index}
          name={dimensionTitle(one.dimension)}
          onRemove={() => onChange(filters.filter((other) => other !== one))}
        >
          {one.exclude ? 'is not' : 'is'}{' '}
          {dimensionValueText(one.dimension, one.value, one.displayValue)}
        </Chip>
      ))}
      <FilterSourceContext value={source}>
        <FilterBar state={state} canFilterMetrics={false} hasZone={false} />
      </FilterSourceContext>
    </>
  )
}
