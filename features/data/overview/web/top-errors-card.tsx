import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { shortErrorCode } from '@playhead/features/data/views/web'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { ListCard, ListRow } from './list-card.tsx'
import { useTopErrors } from './use-overview.ts'

export const TopErrorsCard = ({ state }: { state: QuestionState }) => {
  const path = usePath()
  const asked = useTopErrors(state)
  const search = stringifySearch(questionSearch(state.question))
  return (
    <ListCard
      title="Top errors"
      description="Views with an error, and their share of all views."
      more={{ label: 'All errors', href: path('errors') + search }}
      asked={asked}
      emptyText="No errors in this timeframe"
      isHistorical={state.resolved.isHistorical}
      rows={asked.data?.data.map(({ id, message, playerErrorCode, count, percentage }) => (
        <ListRow key={id} value={formatNumber(count)} detail={formatPercent(percentage, 2)}>
          <Link kind="plain" href={path(`errors/${id}`) + search}>
            {message ?? 'No message'}
          </Link>
          {playerErrorCode !== null && <Badge tone="bad">{shortErrorCode(playerErrorCode)}</Badge>}
        </ListRow>
      ))}
    />
  )
}
