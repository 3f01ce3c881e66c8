import { ActivityStream, type ActivityWatcher, type CallWatcher } from './activity-stream.ts'

const streams = new Map<string, ActivityStream>()

const streamOf = (organizationId: string) => {
  const known = streams.get(organizationId)
  if (known) return known
  const stream = new ActivityStream(organizationId, () => streams.delete(organizationId))
  streams.set(organizationId, stream)
  return stream
}

/**
 * Hands over what happens in an environment until the returned function is called, each event once and in order:
 * over the socket, and over HTTP while there is none. For code outside of React; components use `useActivity`.
 */
export const followActivity = (organizationId: string, watcher: ActivityWatcher) => {
  const stream = streamOf(organizationId)
  stream.add(watcher)
  return () => stream.remove(watcher)
}

/** Hands over calls of the API as they are logged, until the returned function is called. ACTV-005 */
export const followCalls = (organizationId: string, watcher: CallWatcher) => {
  const stream = streamOf(organizationId)
  stream.addCalls(watcher)
  return () => stream.removeCalls(watcher)
}
