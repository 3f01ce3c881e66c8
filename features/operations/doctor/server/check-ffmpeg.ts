import { findMedia, hasMedia } from '@playhead/media/find-media.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { failed, ok, warning } from './finding.ts'

/** Searched again: it may have been installed or removed since the start. */
export const checkFfmpeg = async ({ settings: { ffmpegPath } }: Pick<App, 'settings'>) => {
  const media = await findMedia({ ffmpegPath })
  if (!hasMedia(media))
    return (ffmpegPath ? failed : warning)(
      `${media.missing} Video hosting and live need it from the next start on.`,
    )
  const { isolation, hasLimits } = media.guards
  const sentence = `ffmpeg ${media.version} at ${media.ffmpeg}`
  const lacking = [
    ...(isolation.length === 0 ? ['be kept off the network'] : []),
    ...(hasLimits ? [] : ['be held to memory limits']),
  ]
  return lacking.length === 0
    ? ok(`${sentence}.`)
    : warning(
        `${sentence}; on this machine it cannot ${lacking.join(' nor ')}. On Linux, util-linux and user namespaces do that.`,
      )
}
