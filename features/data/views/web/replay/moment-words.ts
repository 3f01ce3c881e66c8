import { clockTime } from './clock-time.ts'
import type { Moment } from './timeline/moment.ts'
import { stateLabels } from './timeline/states.ts'

/** The moment as a sentence, for screen readers. */
export const momentWords = ({ at, state, position, events }: Moment) =>
  [
    clockTime(at),
    state ? stateLabels[state.kind] : 'No state',
    position !== undefined && `position ${clockTime(position)}`,
    events.length > 0 && events.map(({ name }) => name).join(', '),
  ]
    .filter(Boolean)
    .join('; ')
