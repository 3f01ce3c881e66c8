import type { DimensionId } from '@playhead/metrics/dimensions.ts'
import { formatMetricDifference } from '@playhead/metrics/format.ts'
import { metrics } from '@playhead/metrics/metrics.ts'
import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import {
  isDimension,
  parsePredicate,
  predicateValue,
} from '@playhead/question-kit/question/predicate.ts'
import { questionSearch, withPredicate } from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { ListCard, ListRow } from './list-card.tsx'
import { useWorst, type Worst } from './use-overview.ts'

const metric = 'viewer_experience_score'

type Row = NonNullable<Worst['data']>['data'][number] & { dimension: DimensionId }

const shown = 5

/** Values with identical views are duplicates; only the first is shown. */
const distinct = (asked: Worst) => {
  const rows = new Map<string, Row>()
  for (const row of asked.data?.data ?? []) {
    const views = `${row.totalViews} ${row.totalWatchTime} ${row.totalPlayingTime}`
    if (isDimension(row.filterColumn) && !rows.has(views))
      rows.set(views, { ...row, dimension: row.filterColumn })
  }
  return asked.data && [...rows.values()].slice(0, shown)
}

/** The values with the worst impact; each links to the score of its views. */
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
          detail={formatMetricDifference(-row.negativeImpactScore, metrics[metric], 'avg')}
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
