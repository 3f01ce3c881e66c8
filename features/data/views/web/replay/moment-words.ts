import { formatLength } from '@playhead/domain/format.ts'
import type { Moment } from './timeline/moment.ts'
import { stateLabels } from './timeline/states.ts'

/** The moment as a sentence, for screen readers. */
export const momentWords = ({ at, state, position, events }: Moment) =>
  [
    formatLength(at, 1),
    state ? stateLabels[state.kind] : 'No state',
    position !== undefined && `position ${formatLength(position, 1)}`,
    events.length > 0 && events.map(({ name }) => name).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
