/** What a page does to report by CMCD, in the words of each player's own documentation. Runs in the browser. */
export interface ReportTo {
  sessionId: string
  contentId: string
  url: string
  events: readonly string[]
  keys: readonly string[]
}

export interface PlayerSetup {
  name: string
  library: string
  format: 'h' | 'd'
  /** What it reports last of a source that is missing, and the code it gives. */
  lastEvent: 'e' | 'ps'
  errorCode: string | null
  /** Source of a function (report, source) that begins to load into the element #video. */
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
