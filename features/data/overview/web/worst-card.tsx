import {
  displayValue,
  isDimension,
  parsePredicate,
  predicateValue,
  type QuestionState,
  questionSearch,
  useDimensionName,
  withPredicate,
} from '@playhead/features/data/filters/web'
import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { formatMetricDifference } from '@playhead/metrics/format.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { Link } from '@playhead/ui/link.tsx'
import { ScoreBadge } from '@playhead/ui/score-badge.tsx'
import { usePath } from '@playhead/web-kit/paths.ts'
import { stringifySearch } from '@playhead/web-kit/url-state.ts'
import { ListCard, ListRow } from './list-card.tsx'
import { useWorst, type Worst } from './use-overview.ts'

const metric = 'viewer_experience_score'

type Row = NonNullable<Worst['data']>['data'][number] & { dimension: DimensionId }

const shown = 5

/** Values that the very same views have say the same; the first of them stands for all. */
const distinct = (asked: Worst) => {
  const rows = new Map<string, Row>()
  for (const row of asked.data?.data ?? []) {
    const views = `${row.totalViews} ${row.totalWatchTime} ${row.totalPlayingTime}`
    if (isDimension(row.filterColumn) && !rows.has(views))
      rows.set(views, { ...row, dimension: row.filterColumn })
  }
  return asked.data && [...rows.values()].slice(0, shown)
}

/** The worst breakdown: each leads to the score of those views alone. */
export const WorstCard = ({ state }: { state: QuestionState }) => {
  const path = usePath()
  const asked = useWorst(state)
  const rows = distinct(asked)
  const nameOf = useDimensionName(rows?.map(({ dimension }) => dimension) ?? [])
  const hrefOf = ({ dimension, filterValue }: Row) => {
    const [predicate] = parsePredicate(`${dimension}:${predicateValue(filterValue)}`)
    const predicates = predicate
      ? withPredicate(state.question.predicates, predicate)
      : state.question.predicates
    return (
      path('metrics') +
      stringifySearch({ metric, ...questionSearch({ ...state.question, predicates }) })
    )
  }
  return (
    <ListCard
      title="What hurts most"
      description="Which views lower the viewer experience score, and by how much."
      more={{
        label: 'All insights',
        href:
          path('metrics') +
          stringifySearch({ metric, activeTab: 'insights', ...questionSearch(state.question) }),
      }}
      asked={asked}
      emptyText="Nothing stands out in this timeframe"
      isHistorical={state.resolved.isHistorical}
      rows={rows?.map((row) => (
        <ListRow
          key={`${row.filterColumn}:${row.filterValue}`}
          value={<ScoreBadge score={row.metric * 100} />}
          detail={formatMetricDifference(-row.negativeImpactScore, metrics[metric], 'avg', {
            isFine: true,
          })}
        >
          <span className="text-ink-3">{nameOf(row.dimension)}</span>
          <Link kind="plain" href={hrefOf(row)}>
            {displayValue(row.dimension, row.filterValue)}
          </Link>
        </ListRow>
      ))}
    />
  )
}
