import Engine from 'hls.js'
import mux from 'mux-embed'
import type { PlayerSource } from './player-source.ts'

/** Playback metrics go to the collector of this host, and to no other. */
export const reportViews = (
  media: HTMLMediaElement,
  hls: Engine | undefined,
  { report, title, playbackId, isAudioOnly, isLive }: PlayerSource,
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
      video_stream_type: isLive ? 'live' : 'on-demand',
      video_content_type: isAudioOnly ? 'audio' : 'video',
      // The collector finds the asset by these fields; the library passes unknown fields through.
      asset_id: report.assetId,
      playback_id: playbackId,
      ...(report.liveStreamId !== undefined && { live_stream_id: report.liveStreamId }),
    },
  })
  return () => (media as HTMLMediaElement & { mux?: { destroy(): void } }).mux?.destroy()
}
