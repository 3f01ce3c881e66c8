import { formatNumber } from '@playhead/domain/format.ts'
import { formatMetricValue } from '@playhead/metrics/format.ts'
import type { Measurement } from '@playhead/metrics/metric.ts'
import { type MetricId, metrics } from '@playhead/metrics/metrics.ts'
import { useDimensionName } from '@playhead/question-kit/dimensions/use-dimensions.ts'
import { parsePredicate } from '@playhead/question-kit/question/predicate.ts'
import { questionSearch, withPredicate } from '@playhead/question-kit/question/question.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { ArrowRightIcon, PlusIcon } from '@playhead/ui/icons/icons.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import {
  type ChangePart,
  dimensionsIn,
  partsText,
  shareText,
  surenessText,
} from './change-words.ts'
import type { WhyState } from './why-answer.tsx'

interface WhyRowProps {
  row: {
    parts: readonly ChangePart[]
    filters: readonly string[]
    share: number
    sureness: number
    before: { value: number | null; views: number }
    after: { value: number | null; views: number }
    without: number | null
  }
  metric: MetricId
  measurement: Measurement
  state: Pick<WhyState, 'question' | 'setPredicates'>
  timeframe: readonly string[]
  onFiltered: () => void
}

const viewsText = (count: number) => `${formatNumber(count)} ${count === 1 ? 'view' : 'views'}`

const Fact = ({ term, value, note }: { term: string; value: string; note?: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-2">{term}</dt>
    <dd className="text-md tabular-nums">
      {value}
      {note && <span className="block text-xs text-ink-2">{note}</span>}
    </dd>
  </div>
)

export const WhyRow = (props: WhyRowProps) => {
  const { row, metric, measurement, state, timeframe, onFiltered } = props
  const path = usePath()
  const name = partsText(row.parts, useDimensionName(dimensionsIn([row])))
  const format = (value: number | null) => formatMetricValue(value, metrics[metric], measurement)
  const predicates = row.filters
    .flatMap(parsePredicate)
    .reduce(withPredicate, state.question.predicates)
  const search = questionSearch({ ...state.question, timeframe, predicates })
  const share = Math.max(0, Math.min(1, row.share)) * 100
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h3 className="text-md font-medium break-words">{name}</h3>
        <p className="text-sm">
          <strong className="font-semibold tabular-nums">{shareText(row.share)}</strong>
          <span className="text-ink-2"> of the change, {surenessText(row.sureness)}</span>
        </p>
      </div>
      <div className="mt-2 h-1 rounded-sm bg-sunk" aria-hidden="true">
        <div className="h-full rounded-sm bg-ink-3" style={{ width: `${share}%` }} />
      </div>
      <dl className="mt-3 grid grid-cols-3 gap-2">
        <Fact term="Before" value={format(row.before.value)} note={viewsText(row.before.views)} />
        <Fact term="After" value={format(row.after.value)} note={viewsText(row.after.views)} />
        <Fact term="Without it" value={format(row.without)} note="of all views" />
      </dl>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="sm"
          icon={<PlusIcon size={14} />}
          aria-label={`Filter by ${name}`}
          onClick={() => {
            state.setPredicates(predicates)
            onFiltered()
          }}
        >
          Filter by it
        </Button>
        <LinkButton
          size="sm"
          kind="ghost"
          iconAfter={<ArrowRightIcon size={14} />}
          aria-label={`Views of ${name}`}
          href={path('views') + stringifySearch(search)}
        >
          Views
        </LinkButton>
      </div>
    </li>
  )
}
