import type { Media } from '@playhead/media/find-media.ts'
import { inputArgs } from '@playhead/media/input-args.ts'
import { InputRefused } from '@playhead/media/input-refused.ts'
import { MediaError } from '@playhead/media/media-error.ts'
import type { Probe } from '@playhead/media/probe.ts'
import { runMedia } from '@playhead/media/run-media.ts'
import { overlayFilter, type OverlaySettings } from './overlay-filter.ts'

interface Burning {
  folder: string
  probe: Probe
  overlays: readonly { fileName: string; settings: OverlaySettings }[]
  signal: AbortSignal
  onProgress: (part: number) => void
}

/** High enough that a second encoding shows no further loss. */
const quality = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '17', '-profile:v', 'high']

/** Regular keyframes let players start anywhere and let the result be copied instead of encoded again. */
const keyframes = ['-force_key_frames', 'expr:gte(t,n_forced*4)', '-flags', '+cgop']

const soundArgs = (probe: Probe) =>
  probe.audios.every(({ codec }) => codec === 'aac')
    ? ['-c:a', 'copy']
    : ['-c:a', 'aac', '-b:a', '192k']

/** Burns the images into the picture once. Later steps use the result, whose name it returns, as the source. */
export const burnOverlays = async (
  media: Media,
  { folder, probe, overlays, signal, onProgress }: Burning,
) => {
  const [video] = probe.videos
  if (!video) throw new InputRefused('Images can only be laid over video.')
  const { graph, output } = overlayFilter(
    overlays.map(({ settings }) => settings),
    video,
  )
  const burned = 'burned.mp4'
  try {
    await runMedia(
      media,
      'ffmpeg',
      [
        ...inputArgs('source'),
        ...overlays.flatMap((overlay) => inputArgs(overlay.fileName, 'image')),
        '-filter_complex',
        graph,
        '-map',
        output,
        '-map',
        '0:a?',
        ...quality,
        ...keyframes,
        '-fps_mode',
        'passthrough',
        ...soundArgs(probe),
        '-f',
        'mp4',
        burned,
      ],
      {
        folder,
        timeoutSeconds: 600 + probe.duration * 20,
        signal,
        onProgress: (seconds) => onProgress(seconds / probe.duration),
      },
    )
  } catch (error) {
    if (error instanceof MediaError && error.reason === 'failed')
      throw new InputRefused('The images could not be laid over the video: give PNG or JPEG files.')
    throw error
  }
  return burned
}
