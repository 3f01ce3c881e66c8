import { memo } from 'react'
import { Lane } from './lane.tsx'
import { renditionWords } from '../rendition-words.ts'
import { renditionLevel } from '../timeline/renditions.ts'
import type { Replay, TimeWindow } from '../timeline/replay.ts'
import { placeOf } from './track-position.ts'

const height = 40
const lowest = 18
const namedShare = 9

/** The height of a step is the bitrate, or the size if that is all that is known. */
export const RenditionLane = memo(({ replay, window }: { replay: Replay; window: TimeWindow }) => {
  const { renditions } = replay
  if (renditions.length === 0) return null
  const most = Math.max(...renditions.map(({ rendition }) => renditionLevel(rendition)), 1)
  return (
    <Lane label="Rendition" height={height}>
      {renditions.map(({ from, to, rendition }) => {
        const place = placeOf(window, { from, to })
        if (!place) return null
        const tall = lowest + (renditionLevel(rendition) / most) * (height - lowest)
        const look = rendition ? 'border-series-3 bg-series-3-soft' : 'border-ink-4 bg-sunk'
        return (
          <div
            key={from}
            className={`absolute bottom-0 min-w-[2px] overflow-hidden border-t-2 text-xs text-ink ${look}`}
            style={{ left: place.left, width: place.width, height: rendition ? tall : lowest }}
          >
            {place.share >= namedShare && (
              <span className="block truncate px-1 whitespace-nowrap">
                {rendition ? renditionWords(rendition) : 'Not reported'}
              </span>
            )}
          </div>
        )
      })}
    </Lane>
  )
})
