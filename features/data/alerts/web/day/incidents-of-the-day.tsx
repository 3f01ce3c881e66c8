import type { Range } from '@playhead/question-kit/timeframe/timeframe.ts'
import { lazyPart } from '@playhead/web-kit/chunks/lazy-part.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { dayWaiting } from './day-waiting.tsx'

const DayCard = lazyPart('DayCard', () => import('./day-card.tsx'), dayWaiting)

/**
 * What went wrong in the last day of a range, as sentences; nothing where alerts are not in the plan. It has the same
 * height in every state, so that what is below stays where it is.
 */
export const IncidentsOfTheDay = ({ range }: { range: Range }) =>
  useFlags().alertingV2 && (
    <section aria-label="Incidents" className="ph-card flex h-[88px] overflow-hidden">
      <DayCard startMs={range.startMs} endMs={range.endMs} />
    </section>
  )
