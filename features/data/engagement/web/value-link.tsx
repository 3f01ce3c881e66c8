import { displayValue } from '@playhead/question-kit/dimensions/display-value.ts'
import { FilterableValue } from '@playhead/question-kit/filter-bar/filterable-value.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { type EngagementDimension, dimensionTitle } from './engagement-choice.ts'
import type { EngagementState } from './use-engagement.ts'

interface ValueLinkProps {
  engagement: EngagementState
  /** The dimension of the shown rows; a request for another one may be in flight. */
  dimension: EngagementDimension
  value: string | null
}

/** A title links to its own screen; every other value becomes a filter. ENGA-020 */
export const ValueLink = ({ engagement, dimension, value }: ValueLinkProps) => {
  if (dimension === 'video_title' && value)
    return (
      <Link kind="plain" href={engagement.linkToSubject({ kind: 'video_title', id: value })}>
        {displayValue(dimension, value)}
      </Link>
    )
  return (
    <FilterableValue
      state={engagement.state}
      dimension={dimension}
      value={value}
      name={dimensionTitle(dimension)}
    />
  )
}
