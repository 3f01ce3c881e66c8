import type { RecordedTracks } from '@playhead/features/video/assets/server'
import type { LiveRecording } from '@playhead/media/live/live.ts'
import type { BroadcastState } from '../rows/broadcasts.sql.ts'
import type { Arrived } from '../rows/connections.sql.ts'
import {
  type BroadcastPlace,
  recordActive,
  recordDisconnected,
  recordRecording,
  recordReturn,
} from './change-state.ts'
import { tracksOf } from './tracks-of.ts'

interface Known {
  state: BroadcastState
  tracks: RecordedTracks | undefined
  isConnected: boolean
}

/** What rows and events say of a broadcast. Each step happens once, in the line of work. */
export class RecordedState {
  readonly #place: BroadcastPlace
  readonly #recording: LiveRecording
  #known: Known

  constructor(place: BroadcastPlace, recording: LiveRecording, known: Known) {
    this.#place = place
    this.#recording = recording
    this.#known = known
  }

  get state() {
    return this.#known.state
  }

  get isConnected() {
    return this.#known.isConnected
  }

  async returned(arrived: Arrived) {
    await recordReturn(this.#place, arrived)
    this.#known = { ...this.#known, isConnected: true, state: 'connecting' }
  }

  async becomeRecording() {
    if (this.state !== 'connecting') return
    const isFirst = this.#known.tracks === undefined
    const tracks = this.#known.tracks ?? tracksOf(this.#recording)
    await recordRecording(this.#place, isFirst ? tracks : undefined)
    this.#known = { ...this.#known, tracks, state: 'recording' }
  }

  /** Returns whether it became active by this. */
  async becomeActive() {
    await this.becomeRecording()
    const { tracks } = this.#known
    if (this.state !== 'recording' || !tracks) return false
    await recordActive(this.#place, tracks)
    this.#known = { ...this.#known, state: 'active' }
    return true
  }

  async disconnected() {
    if (this.isConnected) await recordDisconnected(this.#place)
    this.#known = { ...this.#known, isConnected: false, state: 'away' }
  }
}
