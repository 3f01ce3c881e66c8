import { makeClip } from './clips.ts'

interface SampleClipOptions {
  seconds?: number
  width?: number
  height?: number
  frameRate?: number
  /** Video encoder; false for none. */
  video?: 'libx264' | 'mpeg4' | 'libvpx-vp9' | false
  /** Audio encoder; false for none. */
  audio?: 'aac' | 'libmp3lame' | 'libopus' | false
  gopSeconds?: number
  container?: 'mp4' | 'mkv' | 'webm' | 'mov' | 'avi' | 'mp3'
}

/** A small file with moving video and a tone; with the defaults it can be copied without encoding. */
export const makeSampleClip = ({
  seconds = 4,
  width = 320,
  height = 180,
  frameRate = 25,
  video = 'libx264',
  audio = 'aac',
  gopSeconds = 2,
  container = 'mp4',
}: SampleClipOptions = {}) =>
  makeClip(
    [
      video && `-f lavfi -i testsrc2=size=${width}x${height}:rate=${frameRate}:duration=${seconds}`,
      audio && `-f lavfi -i sine=frequency=440:duration=${seconds}`,
      video && `-c:v ${video} -pix_fmt yuv420p -g ${gopSeconds * frameRate}`,
      video === 'libx264' && '-preset ultrafast -sc_threshold 0 -profile:v high',
      audio && `-c:a ${audio}`,
    ]
      .filter(Boolean)
      .join(' '),
    container,
  )
