import { textOf } from '../beacon/read-value.ts'
import type { ViewState } from './view-memory.ts'

/** Ids of hosted video are long; short names on other servers must not be mistaken for them. */
const playbackAddress =
  /^(?:https?:\/\/[^/]+)?\/([A-Za-z0-9]{20,128})(?:\.m3u8|\/[a-z0-9-]+\.(?:mp4|m4a))$/

/** The ids that our page reports, else those in the URL of the video. */
export const hostedIds = (state: Pick<ViewState, 'values'>) => {
  const told = (key: string) => textOf(state.values.get(key)) || null
  const address = told('video_source_url') ?? told('player_source_url')
  return {
    asset_id: told('asset_id'),
    live_stream_id: told('live_stream_id'),
    playback_id: told('playback_id') ?? (address && playbackAddress.exec(address)?.[1]) ?? null,
  }
}
