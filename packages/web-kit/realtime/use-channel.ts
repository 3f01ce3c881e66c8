import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { TopicContract } from '@playhead/contract-kit/topic-contract.ts'
import { channelStateOf, subscribeToChannelStates } from './channel-state.ts'
import {
  type FollowedTopic,
  followTopic,
  type IdsOf,
  type TopicHandlers,
  topicName,
} from './follow-topic.ts'

/**
 * Joins a topic of the socket for as long as the component is on the page.
 *
 *     const { state, push } = useChannel(monitoringTopic, { environmentId }, {
 *       onJoin: () => void subscribe(),          // after each join: subscribe and read again here
 *       onMessages: (messages) => setRows((rows) => messages.reduce(apply, rows)),
 *     })
 *
 * - The topic is a `topicContract` of a feature's contract.ts: names and payloads are typed and in camelCase, and what
 *   does not have the shape of its schema is dropped.
 * - With ids of undefined nothing is joined.
 * - Handlers may be new functions with each render: the latest are called. `onMessages` gets all messages of 100 ms at
 *   once, so a burst draws once.
 * - Several components may join the same topic: they share one join, and each gets `onJoin` and every message. What
 *   their `params` return is merged.
 * - Reconnecting, joining again and a new session are handled below; `onJoin` is called after each.
 * - `state` says whether messages arrive (`ChannelState`); while it is `away` or `refused`, ask over HTTP.
 * - `push` resolves with the reply, `{status: 'ok', response}` or `{status: 'error', reason}`, and never rejects.
 *   `rejoin` is for a topic that asks for it, at most once in five seconds.
 */
export const useChannel = <T extends TopicContract>(
  topic: T,
  ids: IdsOf<T> | undefined,
  handlers: TopicHandlers<T>,
) => {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  const name = ids === undefined ? undefined : topicName(topic, ids)
  const followed = useRef<FollowedTopic<T>>(undefined)
  useEffect(() => {
    if (ids === undefined) return undefined
    const mine = followTopic(topic, ids, {
      params: () => latest.current.params?.() as never,
      onJoin: (reply) => latest.current.onJoin?.(reply),
      onMessages: (messages) => latest.current.onMessages?.(messages),
    })
    followed.current = mine
    return () => {
      followed.current = undefined
      mine.stop()
    }
    // The name holds the ids.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [topic, name])
  const state = useSyncExternalStore(subscribeToChannelStates, () => channelStateOf(name))
  const push = useCallback<FollowedTopic<T>['push']>(
    async (event, payload) =>
      followed.current?.push(event, payload) ?? { status: 'error', reason: 'unavailable' },
    [],
  )
  const rejoin = useCallback(() => followed.current?.rejoin(), [])
  return { state, push, rejoin }
}
