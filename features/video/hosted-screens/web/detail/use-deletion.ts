import { useCallback, useState } from 'react'
import { type ActivityEvent, useActivity } from '@playhead/features/activity/events/web'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'

interface DeletionOptions {
  id: string
  /** The type of the event that ends it: `video.asset.deleted`. */
  type: string
  /** The field by which events of its parts name it. */
  field: string
  /** Something has happened to it, or events are missing. Give the same function each time. */
  readAgain: () => void
}

/** Follows what happens to an asset or a live stream, and returns whether it was deleted meanwhile. */
export const useDeletion = ({ id, type: deleted, field, readAgain }: DeletionOptions) => {
  const organizationId = useParam('organizationId')
  const environmentId = useParam('environmentId')
  const [deletedId, setDeletedId] = useState<string>()
  const onEvents = useCallback(
    (events: readonly ActivityEvent[]) => {
      const ours = events.filter(({ object, data }) => object.id === id || data[field] === id)
      if (ours.some(({ type }) => type === deleted)) setDeletedId(id)
      else if (ours.length > 0) readAgain()
    },
    [id, deleted, field, readAgain],
  )
  useActivity({ organizationId, environmentId, onEvents, onBegin: readAgain, onGap: readAgain })
  return deletedId === id
}
