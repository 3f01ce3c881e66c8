import { useEffect, useRef } from 'react'
import type { ActivityEvent } from './activity-event.ts'
import { followActivity } from './follow-activity.ts'

interface ActivityOptions {
  organizationId: string | undefined
  environmentId: string | undefined
  /** All types if left out. */
  types?: readonly string[]
  onEvents: (events: readonly ActivityEvent[]) => void
  /** Events arrive from now on. Lists that were read before lack what happened in between: read them again. */
  onBegin: () => void
  /** Events are missing: read lists again. */
  onGap: () => void
}

/** What happens in an environment while the component is on the page. RTCH-029, RTCH-034 */
export const useActivity = ({
  organizationId,
  environmentId,
  types,
  onEvents,
  onBegin,
  onGap,
}: ActivityOptions) => {
  const latest = useRef({ onEvents, onBegin, onGap })
  useEffect(() => {
    latest.current = { onEvents, onBegin, onGap }
  })
  const wanted = types?.join()
  useEffect(() => {
    if (!organizationId || !environmentId) return undefined
    return followActivity(organizationId, {
      environmentId,
      types: wanted?.split(','),
      onEvents: (events) => latest.current.onEvents(events),
      onBegin: () => latest.current.onBegin(),
      onGap: () => latest.current.onGap(),
    })
  }, [organizationId, environmentId, wanted])
}
