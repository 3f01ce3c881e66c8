import { formatFullDate } from '@playhead/domain/format.ts'
import type { ChangePart } from '@playhead/features/data/why/web'
import { Badge } from '@playhead/ui/badges/badge.tsx'
import { FailedState } from '@playhead/ui/feedback/failed-state.tsx'
import { SkeletonLines } from '@playhead/ui/feedback/skeleton.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { causePartsOf } from '../cause-text.ts'
import type { Incident } from '../incident-words.ts'
import { type ChangeBefore, useChangesBefore } from './changes-before.ts'
import { namedCause } from './named-cause.ts'

const shownMax = 8

const minutesText = (milliseconds: number) => {
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes === 0) return 'less than a minute before'
  return minutes === 1 ? '1 minute before' : `${minutes} minutes before`
}

interface ListProps {
  changes: readonly ChangeBefore[]
  startMs: number
  cause: readonly ChangePart[]
}

/** Says that a change names what the views have in common; that is no proof, and often the first place to look. */
const Named = ({ text, cause }: { text: string; cause: readonly ChangePart[] }) => {
  const named = namedCause(text, cause)
  return named.length > 0 && <Badge tone="bad">Names {named.join(' and ')}</Badge>
}

const List = ({ changes, startMs, cause }: ListProps) => (
  <>
    <ul className="flex flex-col gap-2">
      {changes.slice(0, shownMax).map(({ id, time, text, who }) => (
        <li key={id} className="grid">
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            <Named text={text} cause={cause} />
          </span>
          <span
            className="text-sm [overflow-wrap:anywhere] text-ink-2"
            title={formatFullDate(time)}
          >
            {[who, minutesText(startMs - time)].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ul>
    {changes.length > shownMax && (
      <p className="pt-2 text-sm text-ink-2">And {changes.length - shownMax} more.</p>
    )}
  </>
)

/** Annotations, which releases are noted as, and for admins changes of settings. docs/adr/0087 */
export const ChangesBeforeCard = ({ incident }: { incident: Incident }) => {
  const path = usePath()
  const cause = causePartsOf(incident)
  const { changes, hasSettings, failure, isFetching, retry } = useChangesBefore(incident.startTime)
  return (
    <Card
      title="What changed before"
      description={
        hasSettings
          ? 'Annotations and settings, in the hour before it began'
          : 'Annotations, in the hour before it began'
      }
      isFailing={failure !== undefined}
      actions={hasSettings && <Link href={path('activity/changes')}>All changes</Link>}
    >
      {failure !== undefined ? (
        <FailedState message={failure} isRetrying={isFetching} onRetry={retry} />
      ) : !changes ? (
        <SkeletonLines count={3} />
      ) : changes.length === 0 ? (
        <p className="text-sm text-ink-2">
          {hasSettings ? 'Nothing was noted or changed.' : 'Nothing was noted.'}
        </p>
      ) : (
        <List changes={changes} startMs={incident.startTime * 1_000} cause={cause} />
      )}
    </Card>
  )
}
