import {
  type Asset,
  isAudioOnly,
  type PlaybackId,
  publicAddress,
  titleOf,
} from '@playhead/features/video/assets/web'

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

export const addressesOf = (asset: Asset, playbackId: PlaybackId) => {
  const { id } = playbackId
  const token = tokenOf(playbackId)
  const pictures = isAudioOnly(asset)
    ? []
    : [
        { name: 'Thumbnail', address: publicAddress(`${id}/thumbnail.jpg${token}`) },
        { name: 'Animated picture', address: publicAddress(`${id}/animated.gif${token}`) },
        { name: 'Storyboard', address: publicAddress(`${id}/storyboard.vtt${token}`) },
      ]
  return [
    { name: 'Watch page', address: publicAddress(`watch/${id}${token}`) },
    { name: 'HLS stream', address: publicAddress(`${id}.m3u8${token}`) },
    ...pictures,
  ]
}

const html5 = (asset: Asset, playbackId: PlaybackId) => {
  const element = isAudioOnly(asset) ? 'audio' : 'video'
  const poster = isAudioOnly(asset)
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

const muxPlayer = (asset: Asset, playbackId: PlaybackId) => `<mux-player
  src="${publicAddress(`${playbackId.id}.m3u8${tokenOf(playbackId)}`)}"
  metadata-video-title="${attribute(titleOf(asset))}"
  metadata-video-id="${asset.id}"${isAudioOnly(asset) ? '\n  audio' : ''}
></mux-player>
<script type="module">
  import '@mux/mux-player'
</script>`

const iframe = (asset: Asset, playbackId: PlaybackId) => `<iframe
  src="${publicAddress(`embed/${playbackId.id}${tokenOf(playbackId)}`)}"
  title="${attribute(titleOf(asset))}"
  style="width: 100%; ${isAudioOnly(asset) ? 'height: 60px' : `aspect-ratio: ${(asset.aspectRatio ?? '16:9').replace(':', ' / ')}`}; border: 0"
  allow="autoplay; fullscreen; picture-in-picture"
  allowfullscreen
></iframe>`

const sdk = (asset: Asset) => `import Mux from '@mux/mux-node'

const mux = new Mux({
  tokenId: process.env.MUX_TOKEN_ID,
  tokenSecret: process.env.MUX_TOKEN_SECRET,
  baseURL: '${publicAddress('').replace(/\/$/, '')}',
})

const asset = await mux.video.assets.retrieve('${asset.id}')`

export const snippetOf = (kind: SnippetKind, asset: Asset, playbackId: PlaybackId) => {
  if (kind === 'html5') return html5(asset, playbackId)
  if (kind === 'mux-player') return muxPlayer(asset, playbackId)
  return kind === 'iframe' ? iframe(asset, playbackId) : sdk(asset)
}

/** Sign on a server: a key in a page is public. */
export const signingSnippet = ({ id }: PlaybackId) => `import Mux from '@mux/mux-node'

const mux = new Mux({ jwtSigningKey: SIGNING_KEY_ID, jwtPrivateKey: PRIVATE_KEY })

const video = await mux.jwt.signPlaybackId('${id}', { expiration: '1h' })
const thumbnail = await mux.jwt.signPlaybackId('${id}', { type: 'thumbnail', expiration: '1h' })

const stream = \`${publicAddress(`${id}.m3u8`)}?token=\${video}\``
