import Engine from 'hls.js'
import mux from 'mux-embed'
import type { PlayerSource } from './player-source.ts'

/** What the viewer lives through goes to the collector of this very host, and nowhere else. */
export const reportViews = (
  media: HTMLMediaElement,
  hls: Engine | undefined,
  { report, title, playbackId, isAudioOnly }: PlayerSource,
) => {
  if (!report) return () => {}
  mux.monitor(media, {
    beaconCollectionDomain: location.host,
    respectDoNotTrack: true,
    ...(hls && { hlsjs: hls, Hls: Engine }),
    data: {
      env_key: report.environmentKey,
      player_name: 'Playhead player',
      player_init_time: Date.now(),
      page_type: report.page,
      video_id: report.assetId,
      video_title: title ?? report.assetId,
      video_stream_type: 'on-demand',
      video_content_type: isAudioOnly ? 'audio' : 'video',
      // The collector finds an asset by them; the library sends what it does not know as it is.
      asset_id: report.assetId,
      playback_id: playbackId,
    },
  })
  return () => (media as HTMLMediaElement & { mux?: { destroy(): void } }).mux?.destroy()
}
