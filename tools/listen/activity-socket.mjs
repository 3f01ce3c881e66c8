import { Socket } from 'phoenix'
import { WebSocket } from 'ws'

/** An event can arrive twice around a reconnect; the newest ids are enough to know it by. */
const knownMax = 2_000
const heartbeatMs = 10_000

const authorizedBy = (authorization) =>
  class extends WebSocket {
    constructor(address, protocols) {
      super(address, protocols, { headers: { authorization }, perMessageDeflate: false })
    }
  }

const statusOf = (error) =>
  Number(/Unexpected server response: (\d{3})/.exec(error?.message ?? '')?.[1])

/**
 * Joins the activity of an organization and stays joined: after a connection was lost, the client joins again by itself
 * from the place of the last event, so the reply has what was missed.
 * `on` has `joined(isAgain)`, `event`, `gap`, `lost`, `refused(reason)` and `rejected(status)` of an upgrade.
 */
export const joinActivity = ({ origin, authorization, organizationId, on }) => {
  const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
    transport: authorizedBy(authorization),
    heartbeatIntervalMs: heartbeatMs,
  })
  const known = new Set()
  let place
  let isLost = false
  let hasJoined = false

  const take = ({ place: _place, ...event }) => {
    if (known.has(event.id)) return
    known.add(event.id)
    if (known.size > knownMax) known.delete(known.values().next().value)
    on.event(event)
  }
  const lose = () => {
    if (hasJoined && !isLost) on.lost()
    isLost = true
  }

  const channel = socket.channel(`activity:${organizationId}`, () => ({
    after: place,
    watch: ['new_event'],
  }))
  channel.on('new_event', (event) => {
    place = event.place
    take(event)
  })
  channel.on('gap', () => on.gap())
  channel.onClose(() => on.refused('closed'))
  socket.onClose(lose)
  socket.onError((error) => {
    lose()
    const status = statusOf(error)
    if (status) on.rejected(status, hasJoined)
  })
  channel
    .join()
    .receive('ok', (reply) => {
      place = reply.place
      on.joined(hasJoined)
      hasJoined = true
      isLost = false
      if (reply.gap) on.gap()
      reply.events.forEach(take)
    })
    .receive('error', ({ reason }) => on.refused(reason))
  socket.connect()
  return { leave: () => new Promise((resolve) => socket.disconnect(resolve)) }
}
