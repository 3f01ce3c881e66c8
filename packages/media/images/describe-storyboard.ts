import { writeWebVtt } from '../captions/cue.ts'
import type { Storyboard } from './storyboard.ts'

const thousandths = (seconds: number) => Math.round(seconds * 1000) / 1000

/** For players: maps times to tiles of the sheet. */
export const storyboardVtt = (board: Storyboard, address: string): string => {
  const { tiles, tileWidth, tileHeight, end } = board
  return writeWebVtt(
    tiles.map(({ start, x, y }, index) => ({
      start,
      end: tiles[index + 1]?.start ?? end,
      text: `${address}#xywh=${x},${y},${tileWidth},${tileHeight}`,
    })),
  )
}

/** The same as JSON. */
export const storyboardJson = (
  { tiles, tileWidth, tileHeight, end }: Storyboard,
  address: string,
) => ({
  url: address,
  tile_width: tileWidth,
  tile_height: tileHeight,
  duration: thousandths(end),
  tiles: tiles.map(({ start, x, y }) => ({ start: thousandths(start), x, y })),
})
