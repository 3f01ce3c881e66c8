import { type PlaybackId, publicAddress } from '@playhead/features/video/assets/web'

/** An asset or a live stream, as players and programs name it. */
export interface Playable {
  kind: 'asset' | 'liveStream'
  id: string
  title: string
  isAudioOnly: boolean
  /** `16:9` */
  aspectRatio?: string | undefined
  playbackIds: readonly PlaybackId[]
}

export const snippetKinds = [
  { value: 'html5', label: 'HTML5' },
  { value: 'mux-player', label: 'mux-player' },
  { value: 'iframe', label: 'Iframe' },
  { value: 'sdk', label: 'SDK' },
] as const

export type SnippetKind = (typeof snippetKinds)[number]['value']

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Placeholder for the token in the snippet. */
const tokenMark = 'TOKEN'

const tokenOf = ({ policy }: PlaybackId) => (policy === 'public' ? '' : `?token=${tokenMark}`)

export const addressesOf = (playable: Playable, playbackId: PlaybackId) => {
  const { id } = playbackId
  const token = tokenOf(playbackId)
  const pictures = playable.isAudioOnly
    ? []
    : [
        { name: 'Thumbnail', address: publicAddress(`${id}/thumbnail.jpg${token}`) },
        ...(playable.kind === 'asset'
          ? [
              { name: 'Animated picture', address: publicAddress(`${id}/animated.gif${token}`) },
              { name: 'Storyboard', address: publicAddress(`${id}/storyboard.vtt${token}`) },
            ]
          : []),
      ]
  return [
    { name: 'Watch page', address: publicAddress(`watch/${id}${token}`) },
    { name: 'HLS stream', address: publicAddress(`${id}.m3u8${token}`) },
    ...pictures,
  ]
}

const html5 = (playable: Playable, playbackId: PlaybackId) => {
  const element = playable.isAudioOnly ? 'audio' : 'video'
  const poster = playable.isAudioOnly
    ? ''
    : ` poster="${publicAddress(`${playbackId.id}/thumbnail.jpg${tokenOf(playbackId)}`)}"`
  return `<${element} id="player" controls playsinline${poster}></${element}>
<script type="module">
  import Hls from 'hls.js'

  const player = document.querySelector('#player')
  const stream = '${publicAddress(`${playbackId.id}.m3u8${tokenOf(playbackId)}`)}'
  if (Hls.isSupported()) {
    const hls = new Hls()
    hls.loadSource(stream)
    hls.attachMedia(player)
  } else {
    player.src = stream
  }
</script>`
}

const muxPlayer = (playable: Playable, playbackId: PlaybackId) => `<mux-player
  src="${publicAddress(`${playbackId.id}.m3u8${tokenOf(playbackId)}`)}"
  metadata-video-title="${attribute(playable.title)}"
  metadata-video-id="${playable.id}"${playable.isAudioOnly ? '\n  audio' : ''}${playable.kind === 'liveStream' ? '\n  stream-type="live"' : ''}
></mux-player>
<script type="module">
  import '@mux/mux-player'
</script>`

const iframe = (playable: Playable, playbackId: PlaybackId) => `<iframe
  src="${publicAddress(`embed/${playbackId.id}${tokenOf(playbackId)}`)}"
  title="${attribute(playable.title)}"
  style="width: 100%; ${playable.isAudioOnly ? 'height: 60px' : `aspect-ratio: ${(playable.aspectRatio ?? '16:9').replace(':', ' / ')}`}; border: 0"
  allow="autoplay; fullscreen; picture-in-picture"
  allowfullscreen
></iframe>`

const sdk = (playable: Playable) => `import Mux from '@mux/mux-node'

const mux = new Mux({
  tokenId: process.env.MUX_TOKEN_ID,
  tokenSecret: process.env.MUX_TOKEN_SECRET,
  baseURL: '${publicAddress('').replace(/\/$/, '')}',
})

${
  playable.kind === 'asset'
    ? `const asset = await mux.video.assets.retrieve('${playable.id}')`
    : `const stream = await mux.video.liveStreams.retrieve('${playable.id}')`
}`

export const snippetOf = (kind: SnippetKind, playable: Playable, playbackId: PlaybackId) => {
  if (kind === 'html5') return html5(playable, playbackId)
  if (kind === 'mux-player') return muxPlayer(playable, playbackId)
  return kind === 'iframe' ? iframe(playable, playbackId) : sdk(playable)
}

/** Sign on a server: a key in a page is public. */
export const signingSnippet = ({ id }: PlaybackId) => `import Mux from '@mux/mux-node'

const mux = new Mux({ jwtSigningKey: SIGNING_KEY_ID, jwtPrivateKey: PRIVATE_KEY })

const video = await mux.jwt.signPlaybackId('${id}', { expiration: '1h' })
const thumbnail = await mux.jwt.signPlaybackId('${id}', { type: 'thumbnail', expiration: '1h' })

const stream = \`${publicAddress(`${id}.m3u8`)}?token=\${video}\``
