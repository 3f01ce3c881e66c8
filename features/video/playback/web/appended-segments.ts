import type Engine from 'hls.js'
import { Events, type Fragment } from 'hls.js'

/** Which segment a browser has refused: its error names the buffer, but not what was added to it. */
export const appendedSegments = (hls: Engine) => {
  let queued = new Map<string, Fragment[]>()
  const last = new Map<string, Fragment>()
  hls.on(Events.BUFFER_APPENDING, (_, { type, frag }) => {
    queued.set(type, [...(queued.get(type) ?? []), frag])
  })
  hls.on(Events.BUFFER_APPENDED, (_, { type, frag }) => {
    const queue = queued.get(type) ?? []
    // Those before it were thrown away: of them the engine says nothing.
    queued.set(type, queue.slice(queue.indexOf(frag) + 1))
    last.set(type, frag)
  })
  hls.on(Events.MEDIA_DETACHING, () => {
    queued = new Map()
  })
  return { refusedBy: (type: string) => queued.get(type)?.[0] ?? last.get(type) }
}
