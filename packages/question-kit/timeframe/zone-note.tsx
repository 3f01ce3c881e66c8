import { shownZone } from '@playhead/domain/time-zone.ts'
import { VisuallyHidden } from '@playhead/ui/layout/visually-hidden.tsx'
import { useZoneNoteOnScreen } from '@playhead/web-kit/times/zone-on-screen.ts'

const dayMs = 86_400_000

/** The zone of the times on a screen, named once. Days of charts are in UTC. TIME-033 */
export const ZoneNote = ({ stepMs = 0 }: { stepMs?: number | undefined }) => {
  const zone = shownZone()
  useZoneNoteOnScreen()
  return (
    <span className="text-xs whitespace-nowrap text-ink-3">
      <VisuallyHidden>Times are in </VisuallyHidden>
      {zone}
      {stepMs >= dayMs && zone !== 'UTC' && ', days in UTC'}
    </span>
  )
}
