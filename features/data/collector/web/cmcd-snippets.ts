import type { Snippet, SnippetAddress } from './snippets.ts'

/** Players omit every key that is not requested; hls.js sends those that it has. */
const keys = [
  ['e', 'ts', 'sn', 'sid', 'cid', 'v', 'sta', 'st', 'sf', 'br', 'bl', 'bs', 'bsa', 'bsd', 'bsda'],
  ['cdn', 'dfa', 'ec', 'h', 'ltc', 'msd', 'mtp', 'ot', 'pr', 'pt', 'rc', 'ttfb', 'ttlb', 'url'],
  ['bg', 'cen'],
]

const list = (words: string[]) => words.map((word) => `'${word}'`).join(', ')

const head = ({ cmcdUrl, key }: SnippetAddress, player: string) =>
  `const url = '${cmcdUrl}/${key}?player=${player}'
const events = [${list(['ps', 'e', 't', 'rr', 'bc', 'b'])}]`

const keyList = `const keys = [
${keys.map((line) => `  ${list(line)},`).join('\n')}
]`

const hlsJs = (address: SnippetAddress) => `import Hls from 'hls.js'

${head(address, 'hls.js')}

const hls = new Hls({
  cmcd: {
    version: 2,
    sessionId: crypto.randomUUID(),
    contentId: 'film-42',
    eventTargets: [{ url, events, interval: 10 }],
  },
})
hls.loadSource('https://example.com/stream.m3u8')
hls.attachMedia(document.querySelector('#video'))`

const shaka = (address: SnippetAddress) => `import shaka from 'shaka-player'

${head(address, 'shaka-player')}
${keyList}

shaka.polyfill.installAll()
const player = new shaka.Player()
await player.attach(document.querySelector('#video'))
player.configure({
  cmcd: {
    enabled: true,
    version: 2,
    sessionId: crypto.randomUUID(),
    contentId: 'film-42',
    eventTargets: [
      { enabled: true, mode: 'event', version: 2, url, events, includeKeys: keys, interval: 10 },
    ],
  },
})
await player.load('https://example.com/manifest.mpd')`

const dashJs = (address: SnippetAddress) => `import * as dashjs from 'dashjs'

${head(address, 'dash.js')}
${keyList}

const player = dashjs.MediaPlayer().create()
player.updateSettings({
  streaming: {
    cmcd: {
      enabled: true,
      version: 2,
      sid: crypto.randomUUID(),
      cid: 'film-42',
      eventTargets: [{ enabled: true, url, events, enabledKeys: keys, interval: 10 }],
    },
  },
})
player.initialize(document.querySelector('#video'), 'https://example.com/manifest.mpd', false)`

const needs = (name: string) => `npm install ${name}, and a <video id="video" controls> on the page`

/** For players that report by CMCD version 2, without an SDK. */
export const cmcdSnippets = (address: SnippetAddress): Snippet[] => [
  { id: 'cmcd-hlsjs', label: 'hls.js', needs: needs('hls.js'), code: hlsJs(address) },
  { id: 'cmcd-shaka', label: 'Shaka', needs: needs('shaka-player'), code: shaka(address) },
  { id: 'cmcd-dashjs', label: 'dash.js', needs: needs('dashjs'), code: dashJs(address) },
]
