export interface SnippetAddress {
  /** Host and port, the form that SDKs expect. */
  domain: string
  cmcdUrl: string
  key: string
}

export interface Snippet {
  id: string
  label: string
  /** What the page needs in addition to the code. */
  needs: string
  code: string
}

const options = ({ domain, key }: SnippetAddress, more: string[] = []) =>
  [
    `  beaconCollectionDomain: '${domain}',`,
    ...more.map((line) => `  ${line}`),
    '  data: {',
    `    env_key: '${key}',`,
    "    video_id: 'film-42',",
    "    video_title: 'Northern lights',",
    '  },',
  ].join('\n')

const indented = (text: string, by: string) => text.replaceAll(/^/gm, by)

/** For a page without a bundler. */
const script = (address: SnippetAddress) => `<script src="https://unpkg.com/mux-embed"></script>
<script>
  mux.monitor('#video', {
${indented(options(address), '  ')}
  })
</script>`

const html5 = (address: SnippetAddress) => `import mux from 'mux-embed'

mux.monitor('#video', {
${options(address)}
})`

const hlsJs = (address: SnippetAddress) => `import Hls from 'hls.js'
import mux from 'mux-embed'

const hls = new Hls()
mux.monitor('#video', {
${options(address, ['hlsjs: hls,', 'Hls,'])}
})
hls.loadSource('https://example.com/stream.m3u8')
hls.attachMedia(document.querySelector('#video'))`

const videoJs = (address: SnippetAddress) => `import videojs from 'video.js'
import 'videojs-mux'

const player = videojs('video', {
  plugins: {
    mux: {
${indented(options(address), '    ')}
    },
  },
})
player.src({ src: 'https://example.com/film.mp4', type: 'video/mp4' })`

const muxPlayer = ({ domain, key }: SnippetAddress) => `<mux-player
  src="https://example.com/stream.m3u8"
  beacon-collection-domain="${domain}"
  env-key="${key}"
  metadata-video-id="film-42"
  metadata-video-title="Northern lights"
></mux-player>

<script type="module">
  import '@mux/mux-player'
</script>`

const shaka = ({ domain, key }: SnippetAddress) => `import mux from 'mux-embed'
import shaka from 'shaka-player'

const video = document.querySelector('#video')
mux.monitor(video, {
  beaconCollectionDomain: '${domain}',
  data: {
    env_key: '${key}',
    player_software_name: 'Shaka Player',
    player_software_version: shaka.Player.version,
    video_id: 'film-42',
    video_title: 'Northern lights',
  },
})
shaka.polyfill.installAll()
const player = new shaka.Player()
await player.attach(video)
await player.load('https://example.com/manifest.mpd')`

/** The SDK reads the source from dash.js, so dash.js has to know it by then. */
const dashJs = (address: SnippetAddress) => `import * as dashjs from 'dashjs'
import mux from 'mux-embed'

const player = dashjs.MediaPlayer().create()
player.initialize(document.querySelector('#video'), 'https://example.com/manifest.mpd', false)
mux.monitor('#video', {
${options(address, ['dashjs: player,'])}
})`

const element = 'a <video id="video" controls> on the page'

/** For players with the SDK: a script tag, then the code that users of each player write, with a bundler. */
export const sdkSnippets = (address: SnippetAddress): Snippet[] => [
  {
    id: 'script',
    label: 'Script tag',
    needs: `Nothing to install: put this below ${element}`,
    code: script(address),
  },
  {
    id: 'html5',
    label: 'HTML5',
    needs: `npm install mux-embed, and ${element}`,
    code: html5(address),
  },
  {
    id: 'hlsjs',
    label: 'hls.js',
    needs: `npm install mux-embed hls.js, and ${element}`,
    code: hlsJs(address),
  },
  {
    id: 'videojs',
    label: 'Video.js',
    needs: 'npm install video.js videojs-mux, and a <video id="video" class="video-js" controls>',
    code: videoJs(address),
  },
  {
    id: 'mux-player',
    label: 'mux-player',
    needs: 'npm install @mux/mux-player',
    code: muxPlayer(address),
  },
  {
    id: 'shaka',
    label: 'Shaka',
    needs: `npm install mux-embed shaka-player, and ${element}`,
    code: shaka(address),
  },
  {
    id: 'dashjs',
    label: 'dash.js',
    needs: `npm install mux-embed dashjs, and ${element}`,
    code: dashJs(address),
  },
]
