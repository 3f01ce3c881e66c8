import { formatLength, unknownValue } from '@playhead/domain/format.ts'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import type { QuestionState } from '@playhead/question-kit/question/use-question.ts'
import { ScoreBadge } from '@playhead/ui/badges/score-badge.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import type { Column } from '@playhead/ui/tables/data-table.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { Time } from '@playhead/web-kit/times/time.tsx'
import { ErrorCodePill } from './error-code-pill.tsx'
import type { ListedView } from './use-views.ts'

type ViewColumn = Column<ListedView>

const unknown = <span className="ph-unknown text-ink-3">{unknownValue}</span>

const TitleLink = ({ view }: { view: ListedView }) => {
  const path = usePath()
  return (
    <Link kind="plain" href={path(`views/${encodeURIComponent(view.id)}`)}>
      {view.videoTitle || <span className="text-ink-2">Untitled</span>}
    </Link>
  )
}

const ErrorTypeLink = ({ id }: { id: number }) => {
  const path = usePath()
  return (
    <Link href={path(`errors/${id}`)} className="whitespace-nowrap tabular-nums">
      {id}
    </Link>
  )
}

/** The API returns scores as fractions. */
const shownScore = (score: number | null) => (score === null ? null : score * 100)

const viewEnd: ViewColumn = {
  id: 'view_end',
  title: 'View end',
  isSortable: true,
  width: 150,
  render: ({ viewEnd: end }) => <Time at={end} />,
}

const title: ViewColumn = {
  id: 'title',
  title: 'Title',
  isMain: true,
  render: (view) => <TitleLink view={view} />,
}

const watchTime: ViewColumn = {
  id: 'watch_time',
  title: 'Watch time',
  align: 'end',
  width: 110,
  render: (view) => (
    <span className="whitespace-nowrap tabular-nums">{formatLength(view.watchTime)}</span>
  ),
}

const score: ViewColumn = {
  id: 'score',
  title: 'Score',
  align: 'end',
  width: 96,
  onPhone: 'end',
  render: (view) => <ScoreBadge score={shownScore(view.viewerExperienceScore)} />,
}

const filterable = (
  state: QuestionState,
  name: string,
  dimension: 'browser' | 'operating_system' | 'country',
  valueOf: (view: ListedView) => string | null,
): ViewColumn => ({
  id: dimension,
  title: name,
  ...(dimension !== 'country' && { onPhone: 'hidden' as const }),
  render: (view) => <FilterableValue state={state} dimension={dimension} value={valueOf(view)} />,
})

const application = (state: QuestionState) =>
  filterable(state, 'Application', 'browser', (view) => view.viewerApplicationName)
const system = (state: QuestionState) =>
  filterable(state, 'OS family', 'operating_system', (view) => view.viewerOsFamily)
const country = (state: QuestionState) =>
  filterable(state, 'Country', 'country', (view) => view.countryCode)

const errorCode = (state: QuestionState, name: string): ViewColumn => ({
  id: 'error',
  title: name,
  render: ({ playerErrorCode, playbackFailure }) =>
    playerErrorCode === null ? (
      unknown
    ) : (
      <FilterableValue state={state} dimension="player_error_code" value={playerErrorCode}>
        <ErrorCodePill code={playerErrorCode} isFatal={playbackFailure} />
      </FilterableValue>
    ),
})

/** VIEW-002 */
export const viewColumns = (state: QuestionState): ViewColumn[] => [
  viewEnd,
  title,
  watchTime,
  application(state),
  system(state),
  country(state),
  errorCode(state, 'Error'),
  score,
]

const errorOf = (state: QuestionState): ViewColumn[] => [
  {
    id: 'error_type',
    title: 'Error type',
    onPhone: 'hidden',
    render: ({ errorTypeId }) =>
      errorTypeId === null ? unknown : <ErrorTypeLink id={errorTypeId} />,
  },
  errorCode(state, 'Player error code'),
]

/** METR-085; the page of one error names it once, not in every row. */
export const relatedViewColumns = (state: QuestionState, isOfOneError = false): ViewColumn[] => [
  { ...score, align: 'start' },
  { ...viewEnd, title: 'End time' },
  title,
  watchTime,
  system(state),
  country(state),
  ...(isOfOneError ? [] : errorOf(state)),
  {
    id: 'playback_failure',
    title: 'Playback failure',
    onPhone: 'hidden',
    render: ({ playbackFailure }) => (playbackFailure ? 'Yes' : 'No'),
  },
]
