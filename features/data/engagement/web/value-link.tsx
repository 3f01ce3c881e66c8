import { displayValue, FilterableValue } from '@playhead/features/data/filters/web'
import { Link } from '@playhead/ui/link.tsx'
import type { EngagementDimension } from './engagement-choice.ts'
import { dimensionTitle } from './engagement-choice.ts'
import type { EngagementState } from './use-engagement.ts'

interface ValueLinkProps {
  engagement: EngagementState
  /** Of the rows that are shown; another one may be on its way. */
  dimension: EngagementDimension
  value: string | null
}

/** A title leads to what is known of it, every other value filters. ENGA-020 */
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
