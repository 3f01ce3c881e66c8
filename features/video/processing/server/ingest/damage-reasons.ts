import { mediaTimescale } from '@playhead/media/media-map.ts'
import type { Stretch } from '@playhead/media/segments/plan/damaged-stretches.ts'

const ticksOfTenth = mediaTimescale / 10

/** `9.9-10.4 s` of the video: the tenths of seconds that hold all of it, so that one frame has a length too. */
const stretchText = ({ start, end }: Stretch) => {
  const [from, to] = [Math.floor(start / ticksOfTenth), Math.ceil(end / ticksOfTenth)]
  return `${(from / 10).toFixed(1)}-${(to / 10).toFixed(1)} s`
}

/** What an asset says of damage in its file; nothing where there is none. */
export const damageReasons = (damaged: readonly Stretch[]) =>
  damaged.length === 0 ? {} : { damaged_video: damaged.map(stretchText).join(', ') }
