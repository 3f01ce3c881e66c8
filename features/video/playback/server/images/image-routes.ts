import { serveAnimated, serveThumbnail } from './serve-images.ts'
import { serveStoryboard, serveStoryboardJson, serveStoryboardVtt } from './serve-storyboards.ts'

/** The paths below `/{playback id}/`. */
export const imageRoutes = {
  '/:file{thumbnail\\.(?:jpg|png|webp)}': serveThumbnail,
  '/:file{animated\\.(?:gif|webp)}': serveAnimated,
  '/:file{storyboard\\.(?:jpg|png|webp)}': serveStoryboard,
  '/storyboard.vtt': serveStoryboardVtt,
  '/storyboard.json': serveStoryboardJson,
}
