import type { Mp4Support, RenditionResolution } from '@playhead/domain/video.ts'
import type { NewRendition } from './static-renditions.sql.ts'

export const renditionOf = ({
  resolution,
  passthrough,
}: {
  resolution: RenditionResolution
  passthrough?: string | undefined
}): NewRendition => ({
  name: resolution === 'audio-only' ? 'audio.m4a' : `${resolution}.mp4`,
  resolution,
  type: resolution === 'highest' || resolution === 'audio-only' ? 'standard' : 'advanced',
  passthrough,
})

const legacy = (name: string, resolution: string): NewRendition => ({
  name,
  resolution,
  type: 'standard',
})
const audio = legacy('audio.m4a', 'audio-only')
const capped = legacy('capped-1080p.mp4', 'capped-1080p')

const filesOf: Record<Mp4Support, NewRendition[]> = {
  none: [],
  standard: [
    legacy('low.mp4', 'low'),
    legacy('medium.mp4', 'medium'),
    legacy('high.mp4', 'high'),
    audio,
  ],
  'capped-1080p': [capped],
  'audio-only': [audio],
  'audio-only,capped-1080p': [audio, capped],
}

/** The files of the older option `mp4_support`. */
export const renditionsOfMp4Support = (support: Mp4Support) => filesOf[support]
