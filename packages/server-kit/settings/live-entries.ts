import { numberOr, type SettingEntry, text } from './setting-readers.ts'

/** Settings of live streams; a part of the list of all settings. */
export const liveEntries: Record<string, SettingEntry> = {
  LIVE_HOST: {
    read: text,
    fallback: '',
    meaning: 'The address on which encoders of live streams connect; that of HOST when unset.',
  },
  LIVE_RTMP_PORT: {
    read: numberOr('off', 0, 65_535),
    fallback: '5222',
    meaning: 'The port for encoders that speak RTMP; 0 takes a free one, `off` takes none.',
  },
  LIVE_RTMPS_PORT: {
    read: numberOr('off', 0, 65_535),
    fallback: 'off',
    meaning: 'The port for encoders that speak RTMPS; it needs LIVE_TLS_CERT.',
  },
  LIVE_TLS_CERT: {
    read: text,
    fallback: '',
    meaning: 'With LIVE_TLS_KEY: the certificate file (PEM) of LIVE_RTMPS_PORT.',
  },
  LIVE_TLS_KEY: { read: text, fallback: '', meaning: 'See LIVE_TLS_CERT.' },
  LIVE_PUBLIC_HOST: {
    read: text,
    fallback: '',
    meaning:
      'The host name that encoders use, for the address beside a stream key; that of PLAYHEAD_PUBLIC_URL when unset.',
  },
  LIVE_STREAMS_MAX: {
    read: numberOr('auto', 0, 10_000),
    fallback: 'auto',
    meaning: 'How many live streams run at once; `auto` is 25 for each core.',
  },
  LIVE_ENCODER_CORES: {
    read: numberOr('auto', 0, 1024),
    fallback: 'auto',
    meaning:
      'How many cores may encode lower renditions of live streams and convert their sound; `auto` is 40 % of them, 0 copies only.',
  },
}
