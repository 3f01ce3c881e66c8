import { queryMark } from './write-media-playlist.ts'

export interface LiveVariant {
  name: string
  width: number
  height: number
  frameRate: number
  bandwidth: number
  averageBandwidth: number
  codecs: string
}

export interface LiveSound {
  name: string
  channels: number
  bandwidth: number
  codecs: string
}

export interface MultivariantPlaylist {
  /** Goes before the names of media playlists: `{playback id}/`. */
  prefix: string
  variants: readonly LiveVariant[]
  sound: LiveSound | undefined
  closedCaptions?: readonly ClosedCaptions[]
}

/** A channel of CEA-608 in the picture. */
export interface ClosedCaptions {
  /** `CC1` to `CC4` */
  instreamId: string
  name: string
  language: string
}

const attributes = (given: Record<string, string | undefined>) =>
  Object.entries(given)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
    .join(',')

/** Names come from users: a quote or a line break must not break the playlist. */
const quoted = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- exactly these are to be kept out
  `"${text.replaceAll('"', "'").replaceAll(/[\u0000-\u001F\u007F]/g, ' ')}"`

/**
 * The renditions of a broadcast in the order that is given. It claims no independent segments, as groups of pictures may turn out
 * longer than a segment.
 */
export const writeMultivariantPlaylist = (given: MultivariantPlaylist): string => {
  const { prefix, sound, variants } = given
  // They are inside of the picture.
  const closedCaptions = variants.length > 0 ? (given.closedCaptions ?? []) : []
  const address = (name: string) => `${prefix}${name}.m3u8${queryMark}`
  const group = sound && '"audio"'
  const soundRate = sound?.bandwidth ?? 0
  return `${[
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    ...(sound && variants.length > 0
      ? [
          `#EXT-X-MEDIA:${attributes({
            TYPE: 'AUDIO',
            'GROUP-ID': '"audio"',
            NAME: '"Audio"',
            DEFAULT: 'YES',
            AUTOSELECT: 'YES',
            CHANNELS: `"${sound.channels}"`,
            URI: `"${address(sound.name)}"`,
          })}`,
        ]
      : []),
    ...closedCaptions.map(
      ({ instreamId, name, language }) =>
        `#EXT-X-MEDIA:${attributes({
          TYPE: 'CLOSED-CAPTIONS',
          'GROUP-ID': '"captions"',
          NAME: quoted(name),
          LANGUAGE: quoted(language),
          'INSTREAM-ID': quoted(instreamId),
        })}`,
    ),
    ...variants.flatMap((variant) => [
      `#EXT-X-STREAM-INF:${attributes({
        BANDWIDTH: String(variant.bandwidth + soundRate),
        'AVERAGE-BANDWIDTH': String(variant.averageBandwidth + soundRate),
        RESOLUTION: `${variant.width}x${variant.height}`,
        'FRAME-RATE': variant.frameRate.toFixed(3),
        CODECS: `"${[variant.codecs, sound?.codecs].filter(Boolean).join(',')}"`,
        AUDIO: group,
        'CLOSED-CAPTIONS': closedCaptions.length > 0 ? '"captions"' : 'NONE',
      })}`,
      address(variant.name),
    ]),
    ...(sound && variants.length === 0
      ? [
          `#EXT-X-STREAM-INF:${attributes({ BANDWIDTH: String(sound.bandwidth), CODECS: `"${sound.codecs}"` })}`,
          address(sound.name),
        ]
      : []),
  ].join('\n')}\n`
}
