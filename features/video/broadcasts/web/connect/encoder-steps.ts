import type { LiveStream } from '@playhead/features/video/live-streams/web'
import type { IngestAddress } from './use-ingest.ts'

export const encoders = [
  { value: 'obs', label: 'OBS' },
  { value: 'ffmpeg', label: 'ffmpeg' },
  { value: 'hardware', label: 'Hardware' },
  { value: 'phone', label: 'Phone' },
] as const
export type Encoder = (typeof encoders)[number]['value']

const trimmed = (url: string) => url.replace(/\/+$/, '')

/** For programs with one field for both. */
export const wholeAddress = (address: IngestAddress, { streamKey, srtPassphrase }: LiveStream) =>
  address.protocol === 'srt'
    ? `${trimmed(address.url)}?streamid=${streamKey}&passphrase=${srtPassphrase ?? ''}`
    : `${trimmed(address.url)}/${streamKey}`

/** Each line is short enough for a phone. Settings that every player and every latency mode can live with. `KEY` stands for the key until it is copied. */
export const ffmpegCommand = (target: string, protocol: IngestAddress['protocol']) =>
  [
    'ffmpeg -re -i input.mp4',
    '-c:v libx264 -preset veryfast',
    '-tune zerolatency -pix_fmt yuv420p',
    '-b:v 4500k -maxrate 4500k',
    '-bufsize 9000k -sc_threshold 0',
    '-force_key_frames',
    '"expr:gte(t,n_forced*2)"',
    '-c:a aac -b:a 160k -ar 48000',
    `-f ${protocol === 'srt' ? 'mpegts' : 'flv'} "${target}"`,
  ].join(' \\\n  ')

/** What Larix Broadcaster reads from a QR code or a link: https://softvelum.com/larix/grove/ */
export const larixLink = (target: string, title: string) =>
  `larix://set/v1?conn[][url]=${encodeURIComponent(target)}&conn[][name]=${encodeURIComponent(title.slice(0, 40))}`
