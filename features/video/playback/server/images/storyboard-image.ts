import type { PictureFormat } from '@playhead/media/images/picture-format.ts'
import { makeStoryboard, type Storyboard } from '@playhead/media/images/storyboard.ts'
import type { ImageOfAsset } from './image-maker.ts'

/** The storyboard of the whole video is stored with the asset. */
export const storyboardImage = ({
  environment,
  asset,
  board,
  format,
  isWhole,
}: Pick<ImageOfAsset, 'environment' | 'asset'> & {
  board: Storyboard
  format: PictureFormat
  isWhole: boolean
}): ImageOfAsset => ({
  environment,
  asset,
  name: 'storyboard',
  options: { start: board.start, end: board.end },
  ending: format,
  isExpensive: true,
  stored: isWhole ? `storyboard.${format}` : undefined,
  make: (media, work) => makeStoryboard(media, work, board, format),
})
