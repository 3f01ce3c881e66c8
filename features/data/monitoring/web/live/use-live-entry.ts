import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { LiveAsk, LiveEntry, LiveFeed } from './live-feed.ts'

const nothing = () => () => undefined
const none = () => undefined

/** Undefined without a feed, and for what no topic has. */
export const useLiveEntry = (
  feed: LiveFeed | undefined,
  ask: LiveAsk | undefined,
): LiveEntry | undefined => {
  const store = useMemo(() => (feed && ask ? feed.entry(ask.type) : undefined), [feed, ask])
  useEffect(() => (feed && ask ? (feed.want(ask) as () => void) : undefined), [feed, ask])
  return useSyncExternalStore(store?.subscribe ?? nothing, store?.get ?? none)
}
