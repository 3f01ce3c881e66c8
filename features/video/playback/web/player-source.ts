export interface PlayerTokens {
  video?: string
  thumbnail?: string
  storyboard?: string
}

export interface PlayerSource {
  playbackId: string
  /** For signed ids. */
  tokens?: PlayerTokens
  title?: string
  isAudioOnly?: boolean
  /** Width by height, `16:9`; reserves the space before anything has loaded. */
  aspectRatio?: string
  /** Seconds. */
  startTime?: number
  isMuted?: boolean
  autoplays?: boolean
  loops?: boolean
  /** A broadcast that runs now, or is expected: the player waits for it, and stays near its newest moment. */
  isLive?: boolean
  /** Of the asset that a broadcast is recorded to: it can be rewound to the beginning, and it ends. */
  isRecording?: boolean
  /** When set, views are reported to this environment. */
  report?: {
    environmentKey: string
    assetId: string
    liveStreamId?: string
    page: 'watchpage' | 'iframe' | 'dashboard'
  }
}

const withToken = (address: string, token: string | undefined, more = '') => {
  const query = [more, token && `token=${encodeURIComponent(token)}`].filter(Boolean).join('&')
  return query ? `${address}?${query}` : address
}

/** All addresses are on this host. */
export const playerAddresses = ({ playbackId, tokens = {} }: PlayerSource) => ({
  stream: withToken(`/${playbackId}.m3u8`, tokens.video),
  // For signed ids the size is a claim of the token.
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

/** Pictures of signed ids need separate tokens; without one a request would fail. */
export const opensPictures = ({ tokens, isLive }: PlayerSource, kind: 'thumbnail' | 'storyboard') =>
  (!tokens?.video || tokens[kind] !== undefined) && !(isLive && kind === 'storyboard')
