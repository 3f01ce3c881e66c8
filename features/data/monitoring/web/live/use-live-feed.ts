import { useEffect, useMemo } from 'react'
import { useParam } from '@playhead/web-kit/navigation/navigation.ts'
import { LiveFeed } from './live-feed.ts'

/** Other filters are another feed: nothing of the former may follow. RTCH-038 */
export const useLiveFeed = (filters: string[], isLive: boolean): LiveFeed | undefined => {
  const environmentId = useParam('environmentId')
  const feed = useMemo(
    () => (isLive && environmentId ? new LiveFeed(environmentId, filters) : undefined),
    [isLive, environmentId, filters],
  )
  useEffect(() => {
    feed?.start()
    return () => feed?.stop()
  }, [feed])
  return feed
}
