import type { Probe } from './probe.ts'

interface InputTrack {
  type: 'video' | 'audio' | 'text'
  channels?: number
  duration?: number
  encoding?: string
  frame_rate?: number
  height?: number
  sample_rate?: number
  sample_size?: number
  width?: number
}

interface InputFile {
  container_format: string
  tracks: InputTrack[]
}

const round = (value: number) => Math.round(value * 1000) / 1000
const known = (duration: number | undefined) =>
  duration === undefined ? {} : { duration: round(duration) }

/** The `file` of an asset's input information; unknown fields are left out. */
export const inputInfo = (probe: Probe): InputFile => ({
  container_format: probe.container,
  tracks: [
    ...probe.videos.map((video) => ({
      type: 'video' as const,
      ...known(video.duration ?? probe.duration),
      encoding: video.codec,
      width: video.width,
      height: video.height,
      ...(video.frameRate > 0 && { frame_rate: round(video.frameRate) }),
    })),
    ...probe.audios.map((audio) => ({
      type: 'audio' as const,
      ...known(audio.duration ?? probe.duration),
      encoding: audio.codec,
      channels: audio.channels,
      sample_rate: audio.sampleRate,
      ...(audio.sampleBits !== undefined && { sample_size: audio.sampleBits }),
    })),
    ...probe.texts.map((text) => ({ type: 'text' as const, encoding: text.codec })),
  ],
})
