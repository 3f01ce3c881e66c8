import { formatNumber, formatPercent } from '@playhead/domain/format.ts'
import { shortErrorCode } from '@playhead/features/data/views/web'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import { questionSearch } from '@playhead/question-kit/question/question.ts'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FilterIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import type { ErrorRow } from './use-errors.ts'

/** Some errors have no code. */
const noCode = 'No code'

interface ErrorLinkProps {
  state: QuestionState
  error: Pick<ErrorRow, 'id' | 'playerErrorCode' | 'message'>
}

/** VIEW-019: the tooltip has the whole text. */
const ErrorLink = ({ state, error }: ErrorLinkProps) => {
  const path = usePath()
  const code = error.playerErrorCode ?? noCode
  const hint = [code, error.message].filter(Boolean).join(': ')
  return (
    <Tooltip content={<span className="break-words">{hint}</span>}>
      <Link
        kind="plain"
        href={path(`errors/${error.id}`) + stringifySearch(questionSearch(state.question))}
        aria-label={hint}
      >
        <Badge tone={error.playerErrorCode === null ? 'neutral' : 'bad'}>
          {shortErrorCode(code)}
        </Badge>
      </Link>
    </Tooltip>
  )
}

/** VIEW-016 */
export const errorColumns = (state: QuestionState): Column<ErrorRow>[] => [
  {
    id: 'code',
    title: 'Error code',
    isMain: true,
    width: 170,
    render: (error) => (
      <span className="flex items-center gap-2">
        <ErrorLink state={state} error={error} />
        <FilterableValue state={state} dimension="player_error_code" value={error.playerErrorCode}>
          <FilterIcon
            size={14}
            className="text-ink-3"
            label={`Filter by ${error.playerErrorCode ?? noCode.toLowerCase()}`}
          />
        </FilterableValue>
      </span>
    ),
  },
  {
    id: 'message',
    title: 'Message',
    render: ({ message, description, notes }) => (
      <span className="block min-w-0">
        <span className="break-words">
          {message ?? description ?? <span className="text-ink-3">No message</span>}
        </span>
        {notes && <span className="block truncate text-xs text-ink-3">Notes: {notes}</span>}
      </span>
    ),
  },
  {
    id: 'count',
    title: 'Count',
    align: 'end',
    isSortable: true,
    width: 110,
    render: ({ count }) => <span className="tabular-nums">{formatNumber(count)}</span>,
  },
  {
    id: 'percentage',
    title: 'Percentage',
    align: 'end',
    width: 130,
    render: ({ percentage }) => (
      <span className="tabular-nums">{formatPercent(percentage, 2)}</span>
    ),
  },
  {
    id: 'last_seen',
    title: 'Last seen',
    isSortable: true,
    width: 150,
    render: ({ lastSeen }) => <Time at={lastSeen} />,
  },
]
