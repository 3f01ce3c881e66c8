import {
  type FinishedRecording,
  type FinishOptions,
  type LiveRecording,
  rescueRecording,
} from '@playhead/media/live/live.ts'
import type { App } from '@playhead/server-kit/app.ts'

/** Undefined only if nothing was recorded. It throws where that cannot be known, so that nothing is deleted. */
export const finishOrRescue = async (
  { log }: Pick<App, 'log'>,
  recording: LiveRecording,
  options: FinishOptions,
): Promise<FinishedRecording | undefined> => {
  try {
    return await recording.finish(options)
  } catch (error) {
    const { folder } = recording.options
    log.error('The end of a live recording failed; what reached the disk is kept.', {
      folder,
      error,
    })
    return rescueRecording(folder, options)
  }
}
