import type Engine from 'hls.js'
import { Events } from 'hls.js'

/**
 * Loads the playlists again, with what a viewer has chosen. The engine moves segments in its playlists to where their media says it
 * is: behind one with wrong times it finds none of the others.
 */
export const reloadStream = (hls: Engine, onParsed: () => void) => {
  const { url, manualLevel, audioTrack, subtitleTrack } = hls
  if (!url) return
  hls.once(Events.MANIFEST_PARSED, () => {
    if (manualLevel >= 0) hls.loadLevel = manualLevel
    onParsed()
  })
  if (audioTrack > 0)
    hls.once(Events.AUDIO_TRACKS_UPDATED, () => {
      hls.audioTrack = audioTrack
    })
  if (subtitleTrack >= 0)
    hls.once(Events.SUBTITLE_TRACKS_UPDATED, () => {
      hls.subtitleTrack = subtitleTrack
    })
  hls.loadSource(url)
}
