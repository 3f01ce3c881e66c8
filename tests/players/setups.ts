/** How a page configures each player to report CMCD, as its own documentation says. Runs in the browser. */
export interface PlayerSetup {
  name: string
  library: string
  format: 'h' | 'd'
  /** The last event it reports for a missing source, and its error code. */
  lastEvent: 'e' | 'ps'
  errorCode: string | null
  /**
   * Source of a function (report: { sessionId, contentId, url, events, keys }, source) that starts loading into the
   * element #video.
   */
  begin: string
}

export const setups: readonly PlayerSetup[] = [
  {
    name: 'hls.js',
    library: 'hls.js',
    format: 'h',
    lastEvent: 'e',
    errorCode: 'manifestLoadError',
    begin: `async (report, source) => {
      const hls = new Hls({ cmcd: {
        version: 2, sessionId: report.sessionId, contentId: report.contentId,
        eventTargets: [{ url: report.url, events: report.events, interval: 2, batchSize: 1 }],
      } })
      hls.loadSource(source ?? location.origin + '/master.m3u8')
      hls.attachMedia(document.getElementById('video'))
    }`,
  },
  {
    name: 'shaka-player',
    library: 'shaka.js',
    format: 'd',
    lastEvent: 'ps',
    errorCode: null,
    begin: `async (report, source) => {
      const player = new shaka.Player()
      await player.attach(document.getElementById('video'))
      player.configure({ cmcd: {
        enabled: true, version: 2, sessionId: report.sessionId, contentId: report.contentId,
        eventTargets: [{ enabled: true, mode: 'event', url: report.url, events: report.events,
          includeKeys: report.keys, interval: 2, batchSize: 1, useHeaders: false, version: 2 }],
      } })
      player.load(source ?? location.origin + '/manifest.mpd').catch(() => {})
    }`,
  },
  {
    name: 'dash.js',
    library: 'dash.js',
    format: 'd',
    lastEvent: 'e',
    errorCode: '25',
    begin: `async (report, source) => {
      const player = dashjs.MediaPlayer().create()
      player.updateSettings({ streaming: { cmcd: {
        enabled: true, version: 2, sid: report.sessionId, cid: report.contentId,
        eventTargets: [{ enabled: true, url: report.url, events: report.events,
          enabledKeys: report.keys, interval: 2, batchSize: 1 }],
      } } })
      player.initialize(document.getElementById('video'), source ?? location.origin + '/manifest.mpd', false)
    }`,
  },
]
