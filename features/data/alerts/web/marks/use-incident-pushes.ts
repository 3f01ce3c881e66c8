import { useEffect } from 'react'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { invalidate } from '@playhead/web-kit/queries/query.ts'
import { followTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { alertsTopic, incidentMarks } from '../../contract.ts'

/** Reads the marks again when an incident opens or ends, and after a time without a socket. */
export const useIncidentPushes = (isLive: boolean) => {
  const environmentId = useParam('environmentId')
  useEffect(() => {
    if (!isLive || environmentId === undefined) return undefined
    const read = () => void invalidate(incidentMarks.listMarks)
    const followed = followTopic(alertsTopic, { environmentId }, { onJoin: read, onMessages: read })
    return () => followed.stop()
  }, [isLive, environmentId])
}
