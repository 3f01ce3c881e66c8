import type { PlayerKind } from './devices.ts'

interface PlayerRelease {
  version: string
  weight: number
}

export interface PlayerSoftware {
  kind: PlayerKind
  weight: number
  /** The player name that the page sets. */
  name: string
  releases: readonly PlayerRelease[]
  software: string
  softwareVersion: string
  pluginName: string
  pluginVersion: string
  /** Plain elements report no media requests. */
  reportsRequests: boolean
}

export const players: readonly PlayerSoftware[] = [
  {
    kind: 'web',
    weight: 8,
    name: 'Northlight Web',
    releases: [
      { version: '5.2.0', weight: 1 },
      { version: '5.3.1', weight: 6 },
    ],
    software: 'HLS.js',
    softwareVersion: '1.7.0',
    pluginName: 'VideoElementMonitor',
    pluginVersion: '5.19.0',
    reportsRequests: true,
  },
  {
    kind: 'web',
    weight: 2,
    name: 'Northlight Embed',
    releases: [{ version: '2.9.4', weight: 1 }],
    software: 'HTML5 Video Element',
    softwareVersion: '5.19.0',
    pluginName: 'VideoElementMonitor',
    pluginVersion: '5.19.0',
    reportsRequests: false,
  },
  {
    kind: 'phone',
    weight: 5,
    name: 'Northlight Mobile',
    releases: [
      { version: '3.14.0', weight: 5 },
      { version: '3.13.2', weight: 2 },
    ],
    software: 'HLS.js',
    softwareVersion: '1.7.0',
    pluginName: 'VideoElementMonitor',
    pluginVersion: '5.19.0',
    reportsRequests: true,
  },
  {
    kind: 'phone',
    weight: 3,
    name: 'Northlight Embed',
    releases: [{ version: '2.9.4', weight: 1 }],
    software: 'HTML5 Video Element',
    softwareVersion: '5.19.0',
    pluginName: 'VideoElementMonitor',
    pluginVersion: '5.19.0',
    reportsRequests: false,
  },
  {
    kind: 'tv',
    weight: 1,
    name: 'Northlight TV',
    releases: [
      { version: '1.22.0', weight: 3 },
      { version: '1.21.5', weight: 1 },
    ],
    software: 'Shaka Player',
    softwareVersion: '4.16.3',
    pluginName: 'shaka-player-mux',
    pluginVersion: '5.19.0',
    reportsRequests: true,
  },
]

/** The release that the incident bad_release ships. */
export const badRelease = '5.4.0'

export interface Rendition {
  width: number
  height: number
  bitrate: number
  fps: number
  name: string
  codec: string
}

const rendition = (height: number, bitrate: number, codec: string): Rendition => ({
  width: Math.round((height * 16) / 9 / 2) * 2,
  height,
  bitrate,
  fps: 25,
  name: `${height}p`,
  codec,
})

export const ladder: readonly Rendition[] = [
  rendition(270, 450_000, 'avc1.42c015'),
  rendition(360, 900_000, 'avc1.4d401e'),
  rendition(540, 1_800_000, 'avc1.4d401f'),
  rendition(720, 3_200_000, 'avc1.4d401f'),
  rendition(1080, 5_800_000, 'avc1.640028'),
]
