import { textOf } from '../beacon/read-value.ts'
import type { ViewState } from './view-state.ts'

/** Ids of hosted video are long; short names on other servers must not be mistaken for them. */
const playbackAddress =
  /^(?:https?:\/\/[^/]+)?\/([A-Za-z0-9]{20,128})(?:\.m3u8|\/[a-z0-9-]+\.(?:mp4|m4a))$/

/** The ids that our page reports, else those in the URL of the video. */
export const hostedIds = (state: Pick<ViewState, 'values'>) => {
  const reported = (key: string) => textOf(state.values.get(key)) || null
  const address = reported('video_source_url') ?? reported('player_source_url')
  return {
    asset_id: reported('asset_id'),
    live_stream_id: reported('live_stream_id'),
    playback_id: reported('playback_id') ?? (address && playbackAddress.exec(address)?.[1]) ?? null,
  }
}
