import type Engine from 'hls.js'
import { Events, type Fragment, type LevelDetails } from 'hls.js'
import type { Stretch } from './damaged-places.ts'

/** Where segments are by their playlist; the engine moves them to where their media says it is. */
export const listedSegments = (hls: Engine) => {
  const listed = new WeakMap<LevelDetails, Map<Fragment['sn'], Stretch>>()
  hls.on(Events.LEVEL_LOADED, (_, { details }) => {
    // Those of a broadcast are only complete together with what was loaded before.
    if (details.live) return
    listed.set(
      details,
      new Map(details.fragments.map(({ sn, start, end }) => [sn, { start, end }])),
    )
  })
  return {
    /** The one that a viewer at this position needs next. */
    at: (position: number) => {
      const details = hls.latestLevelDetails
      const places = details ? listed.get(details) : undefined
      for (const segment of details?.fragments ?? []) {
        const { start, end } = places?.get(segment.sn) ?? segment
        if (position < end) return { segment, place: { start, end } }
      }
      return undefined
    },
    /** Where a video on demand ends. */
    end: () => {
      const details = hls.latestLevelDetails
      const places = details ? listed.get(details) : undefined
      return places && Math.max(...[...places.values()].map(({ end }) => end))
    },
  }
}
