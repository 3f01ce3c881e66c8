import { randomUUID } from 'node:crypto'
import type { ViewRow } from '@playhead/metrics/view-columns.ts'

const stepSeconds = 5
const stepMs = stepSeconds * 1000

export interface PlantedFailures {
  /** Epoch seconds. */
  from: number
  until: number
}

interface Simulated {
  random: () => number
  /** Epoch seconds. */
  from: number
  until: number
  viewers: number
  planted: readonly PlantedFailures[]
}

interface RunningView {
  id: string
  start: number
  /** The step after its last one. */
  end: number
}

const usualRate = 0.0005
const plantedRate = 0.03

/** The same people as collectors sample them while they watch, and as views once they have finished. */
export const aSimulation = ({ random, from, until, viewers, planted }: Simulated) => {
  const samples: { sampled_at: number; view_id: string; failed: boolean }[] = []
  const views: Partial<ViewRow>[] = []
  const begin = (start: number): RunningView => ({
    id: randomUUID(),
    start,
    end: start + stepSeconds * (12 + Math.floor(random() * 100)),
  })
  const finish = ({ id, start }: RunningView, end: number, failed: boolean) =>
    views.push({
      view_id: id,
      view_start: start * 1000,
      // A view that fails does so within its last step.
      view_end: end * 1000 - (failed ? stepMs / 2 : 1),
      watch_time: (end - start) * 1000 - (failed ? stepMs / 2 : 0),
      playback_failure: failed,
    })
  const watching = Array.from({ length: viewers }, () => begin(from))
  for (let step = from; step < until; step += stepSeconds) {
    const isPlanted = planted.some((one) => step >= one.from && step < one.until)
    const rate = isPlanted ? plantedRate : usualRate
    for (const [place, view] of watching.entries()) {
      const failed = random() < rate
      samples.push({ sampled_at: step, view_id: view.id, failed })
      const next = step + stepSeconds
      if (!failed && next < view.end && next < until) continue
      finish(view, next, failed)
      watching[place] = begin(next)
    }
  }
  return { samples, views }
}
