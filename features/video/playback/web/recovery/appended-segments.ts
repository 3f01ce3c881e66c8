import type Engine from 'hls.js'
import { Events, type Fragment } from 'hls.js'

/** Segments and what is buffered of them do not begin and end at exactly the same time. */
const toleranceSeconds = 0.3

/** Whether a buffer has all of it. One that is no longer attached refuses to say. */
const isIn = (source: SourceBuffer | undefined, { start, end }: Fragment) => {
  try {
    const { buffered } = source ?? {}
    for (let range = 0; range < (buffered?.length ?? 0); range += 1)
      if (
        buffered!.start(range) <= start + toleranceSeconds &&
        buffered!.end(range) >= end - toleranceSeconds
      )
        return true
  } catch {
    return false
  }
  return false
}

/** Which segment a browser has refused: its error names the buffer, but not what was added to it. */
export const appendedSegments = (hls: Engine) => {
  let queued = new Map<string, Fragment[]>()
  const last = new Map<string, Fragment>()
  const sources = new Map<string, SourceBuffer>()
  hls.on(Events.BUFFER_CREATED, (_, { tracks }) => {
    for (const [type, track] of Object.entries(tracks))
      if (track?.buffer) sources.set(type, track.buffer)
  })
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
  return {
    /** Of some segments of a broadcast the engine says too late that they were added: those are in the buffer. */
    refusedBy: (type: string, position: number) => {
      const queue = queued.get(type) ?? []
      const source = sources.get(type)
      const missing = queue.find(
        (frag) => frag.sn !== 'initSegment' && frag.end > position && !isIn(source, frag),
      )
      return missing ?? queue[0] ?? last.get(type)
    },
  }
}
