import type Engine from 'hls.js'
import { Events, type Fragment, PlaylistLevelType } from 'hls.js'

/** Loads another rendition where a segment of one is damaged: there it may be whole. */
export const loadElsewhere = (hls: Engine) => {
  let detour: { level: number; before: number; end: number } | undefined
  const stop = () => {
    if (!detour) return
    // People may have chosen a quality themselves since then.
    if (hls.manualLevel === detour.level) hls.loadLevel = detour.before
    detour = undefined
  }
  hls.on(Events.FRAG_BUFFERED, (_, { frag }) => {
    if (detour && frag.type === PlaylistLevelType.MAIN && frag.end > detour.end + 0.1) stop()
  })
  return {
    stop,
    start: ({ type, level: damaged, end }: Fragment) => {
      stop()
      if (type !== PlaylistLevelType.MAIN || hls.levels.length < 2) return
      detour = { level: damaged > 0 ? damaged - 1 : 1, before: hls.manualLevel, end }
      hls.loadLevel = detour.level
    },
  }
}
