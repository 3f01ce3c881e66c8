import type { RungName } from '../../media-map.ts'
import type { LiveRecording } from '../live-recording.ts'
import { RungRecorder } from './rung-recorder.ts'

/** Lower renditions of a recovered recording go on as copies of the source: their encoder is gone. */
export const continueRungs = (recording: LiveRecording): { finish: () => Promise<void> } => {
  // Names of pictures other than the source are those of rungs.
  const recorders = recording.rungs.map(({ name }) => new RungRecorder(recording, name as RungName))
  for (const recorder of recorders) recorder.copyFromNow()
  return {
    finish: async () => {
      recording.leave()
      await recording.files.settled()
      for (const recorder of recorders) await recorder.finish()
    },
  }
}
