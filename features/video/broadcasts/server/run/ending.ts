import { setTimeout as pause } from 'node:timers/promises'
import type { FinishedRecording, LiveRecording } from '@playhead/media/live/live.ts'
import { updateBroadcast } from '../rows/broadcasts.sql.ts'
import type { SideWork } from '../side/side-work.ts'
import type { BroadcastOptions } from './broadcast-options.ts'
import type { BroadcastPlace } from './change-state.ts'
import type { EndOfBroadcast } from './end-of-broadcast.ts'
import { finishOrRescue } from './finish-or-rescue.ts'
import { finishRecording } from './finish-recording.ts'
import type { RecordedState } from './recorded-state.ts'

/** More than an encoder of lower renditions has to end. */
const sideMs = 30_000

interface EndingOf {
  place: BroadcastPlace
  recording: LiveRecording
  asset: BroadcastOptions['asset']
  side: SideWork
  rows: RecordedState
}

/** How a broadcast becomes a finished asset. Each step may be tried again. */
export class Ending {
  readonly #of: EndingOf
  #found: FinishedRecording | undefined

  constructor(of: EndingOf) {
    this.#of = of
  }

  /** From now on a restart ends it too, instead of waiting for its encoder. */
  async begin(reason: EndOfBroadcast) {
    const { place, recording, rows } = this.#of
    recording.leave()
    await recording.files.settled().catch(() => {})
    // It may end before its first part was written.
    if (recording.segmentCount > 0) await rows.becomeRecording()
    await updateBroadcast(place.environment, place.id, { state: 'finishing', endReason: reason })
  }

  /** Returns whether there is an asset. */
  async complete(reason: EndOfBroadcast) {
    const { place, recording, asset, rows } = this.#of
    await this.finishSide()
    this.#found ??= await finishOrRescue(place.app, recording, asset)
    const { isKept } = await finishRecording(place, this.#found, {
      reason,
      wasConnected: rows.isConnected,
      disables: reason === 'test',
    })
    return isKept
  }

  /** What runs beside a recording neither fails it nor keeps it from its end. */
  async finishSide() {
    const { place, side } = this.#of
    const finished = side.finish().catch((error: unknown) => {
      place.app.log.error('A task beside a live recording failed.', { broadcast: place.id, error })
    })
    await Promise.race([finished, pause(sideMs, undefined, { ref: false })])
  }
}
