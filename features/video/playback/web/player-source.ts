export interface PlayerTokens {
  video?: string
  thumbnail?: string
  storyboard?: string
}

export interface PlayerSource {
  playbackId: string
  /** Of signed ids. */
  tokens?: PlayerTokens
  title?: string
  isAudioOnly?: boolean
  /** Width by height, `16:9`; the room is kept before anything has loaded. */
  aspectRatio?: string
  /** Seconds. */
  startTime?: number
  isMuted?: boolean
  autoplays?: boolean
  loops?: boolean
  /** With it, what the viewer lives through is reported to the environment it belongs to. */
  report?: { environmentKey: string; assetId: string; page: 'watchpage' | 'iframe' | 'dashboard' }
}

const withToken = (address: string, token: string | undefined, more = '') => {
  const query = [more, token && `token=${encodeURIComponent(token)}`].filter(Boolean).join('&')
  return query ? `${address}?${query}` : address
}

/** Every address is one of this host. */
export const playerAddresses = ({ playbackId, tokens = {} }: PlayerSource) => ({
  stream: withToken(`/${playbackId}.m3u8`, tokens.video),
  // Of signed ids the size is a claim of the token.
  poster: withToken(
    `/${playbackId}/thumbnail.webp`,
    tokens.thumbnail,
    tokens.thumbnail ? '' : 'width=1280',
  ),
  storyboard: withToken(
    `/${playbackId}/storyboard.vtt`,
    tokens.storyboard,
    tokens.storyboard ? '' : 'format=webp',
  ),
})

/** Pictures of signed ids have tokens of their own; without one there is no use in asking. */
export const opensPictures = ({ tokens }: PlayerSource, kind: 'thumbnail' | 'storyboard') =>
  !tokens?.video || tokens[kind] !== undefined
