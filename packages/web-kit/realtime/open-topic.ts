import type { Socket } from 'phoenix'
import type { OpenTopic, PushReply, WantedTopic } from './wanted-topics.ts'

/** Refusals that may pass; the client joins again by itself. Others last as long as the session does. */
const passing = new Set(['internal', 'unavailable', 'unauthorized', 'too_many_requests'])

/** Names of the client's own events. */
const isOwn = (event: string) => /^(phx|chan)_/.test(event)

const reasonOf = (response: unknown) =>
  typeof response === 'object' && response !== null && 'reason' in response
    ? String(response.reason)
    : 'internal'

/** Joins a topic; `onUnauthorized` is called when the server does not know the session any more. */
export const openTopicOn = (
  socket: Socket,
  topic: WantedTopic,
  onUnauthorized: () => void,
): OpenTopic => {
  const channel = socket.channel(topic.name, () => topic.params())
  let isOpen = true
  const leave = () => {
    isOpen = false
    channel.leave()
  }
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the client's hook that sees every message
  channel.onMessage = (event: string, payload: unknown) => {
    if (isOpen && !isOwn(event)) topic.message(event, payload)
    return payload
  }
  channel.onError(() => {
    if (isOpen) topic.lost()
  })
  channel.onClose(() => {
    if (!isOpen) return
    isOpen = false
    topic.refused()
    // The server ends a topic when access to it ended, so the session has changed.
    onUnauthorized()
  })
  channel
    .join()
    .receive('ok', (reply: unknown) => {
      if (isOpen) topic.joined(reply)
    })
    .receive('timeout', () => {
      if (isOpen) topic.failed()
    })
    .receive('error', (response: unknown) => {
      if (!isOpen) return
      const reason = reasonOf(response)
      if (reason === 'unauthorized') onUnauthorized()
      if (passing.has(reason)) return topic.failed()
      leave()
      topic.refused()
    })
  return {
    leave,
    push: (event, payload) =>
      new Promise<PushReply>((resolve) => {
        channel
          .push(event, payload)
          .receive('ok', (response: unknown) => resolve({ status: 'ok', response }))
          .receive('error', (response: unknown) =>
            resolve({ status: 'error', reason: reasonOf(response) }),
          )
          .receive('timeout', () => resolve({ status: 'error', reason: 'timeout' }))
      }),
  }
}
