import { askSampledSteps } from '@playhead/analytics/alerting/ask-sampled-steps.sql.ts'
import { anomalyWindowSeconds } from '@playhead/analytics/anomalies/anomaly-sums.ts'
import {
  askAnomalyCells,
  askAnomalyWindows,
  askFirstViewEnd,
} from '@playhead/analytics/anomalies/ask-anomaly-windows.sql.ts'
import type { SecondsRange } from '@playhead/analytics/anomalies/anomaly-columns.sql.ts'
import { stepSeconds } from '@playhead/analytics/monitoring/steps.ts'
import { anomalyLimits } from '../../anomalies-contract.ts'
import { listSearched, measuresWithout, type SearchedEnvironment } from './anomaly-settings.sql.ts'
import { listAnomalyStates } from './anomaly-states.sql.ts'
import { countsViews } from './anomaly-measures.ts'
import { judgeWindow } from './judge-window.ts'
import { UsualValues } from './usual-values.ts'
import { longerWindows, windowLengthOf, windowsMax } from './window-length.ts'
import type { AnomalyApp } from './incident-facts.ts'
import { writeAnomalies } from './write-anomalies.ts'

/** A view is complete, and written, once its player was silent for a minute. */
const completeSeconds = 90
/** Windows that were missed are judged this far back. */
const missedSeconds = 1_800
/** Windows of history that one run judges for an environment, so that others need not wait for long. */
const historyWindowsMax = 288
const hourSeconds = 3_600
const daySeconds = 86_400
const weekSeconds = 7 * daySeconds

interface UsualHour {
  hour: number
  /** Of a window, in windows of five minutes. */
  length: number
  /** Undefined without enough history. */
  usual: UsualValues | undefined
}

interface Moment {
  /** The start of the newest five minutes of a window, epoch seconds. */
  at: number
  /** In which collectors ran. */
  steps: ReadonlyMap<number, number>
  signal: AbortSignal | undefined
  isHistory: boolean
  /** Of this run. */
  isLast: boolean
}

const knownShareOf = (steps: Moment['steps'], { from, until }: SecondsRange) => {
  let known = 0
  for (let step = from; step < until; step += stepSeconds) if (steps.has(step)) known += 1
  return (known * stepSeconds) / (until - from)
}

const windowsOfHour = (hour: number) =>
  Array.from(
    { length: hourSeconds / anomalyWindowSeconds },
    (_, index) => hour + index * anomalyWindowSeconds,
  )

const floorTo = (seconds: number, step: number) => Math.floor(seconds / step) * step

/** Searches all environments for anomalies. What it keeps in memory only saves questions. */
export class AnomalySearch {
  readonly #app: AnomalyApp
  readonly #usual = new Map<string, UsualHour>()

  constructor(app: AnomalyApp) {
    this.#app = app
  }

  /** Judges the windows that are ready. One environment that fails does not stop the others; the first error is thrown. */
  async judgeReady(signal?: AbortSignal) {
    const { postgres, clock } = this.#app
    const now = clock.now().getTime() / 1000
    const ready = floorTo(now - completeSeconds, anomalyWindowSeconds)
    const searched = await listSearched(postgres)
    const ids = new Set(searched.map(({ environment_id: id }) => id))
    for (const id of this.#usual.keys()) if (!ids.has(id)) this.#usual.delete(id)
    const due = searched.filter(({ judged_until: until }) => until === null || until < ready)
    if (due.length === 0) return
    const steps = await askSampledSteps(
      this.#app.clickhouse,
      {
        first: ready - missedSeconds - windowsMax * anomalyWindowSeconds,
        last: ready - stepSeconds,
      },
      signal,
    )
    const failures: unknown[] = []
    for (const environment of due) {
      signal?.throwIfAborted()
      await this.#judgeEnvironment(environment, { ready, steps, signal }).catch((error: unknown) =>
        failures.push(error),
      )
    }
    if (failures.length > 0) throw failures[0]
  }

  async #judgeEnvironment(
    environment: SearchedEnvironment,
    { ready, steps, signal }: Pick<Moment, 'steps' | 'signal'> & { ready: number },
  ) {
    const { judged_until: until, history_until: history } = environment
    const isBehind = until !== null && history !== null && until < history
    // What is new begins with the newest window.
    const from = isBehind
      ? until
      : Math.max(until ?? ready - anomalyWindowSeconds, ready - missedSeconds)
    const last = isBehind
      ? Math.min(ready, history, from + historyWindowsMax * anomalyWindowSeconds)
      : ready
    for (let at = from; at < last; at += anomalyWindowSeconds) {
      signal?.throwIfAborted()
      const isLast = at + anomalyWindowSeconds >= last
      await this.#judgeWindow(environment, { at, steps, signal, isHistory: isBehind, isLast })
    }
  }

  async #judgeWindow(searched: SearchedEnvironment, moment: Moment) {
    const { environment_id: id, sensitivity, off_measures: off } = searched
    const { at, signal, isHistory } = moment
    const measures = measuresWithout(off)
    const { postgres, clickhouse } = this.#app
    const tenant = { id, clickhouse }
    const { usual, length } = await this.#usualOf(id, floorTo(at, hourSeconds), signal)
    const known = await listAnomalyStates(postgres, id)
    const until = at + anomalyWindowSeconds
    const range = { from: until - length * anomalyWindowSeconds, until }
    const seen =
      !usual || (known.length === 0 && !usual.hasUsual)
        ? []
        : await judgeWindow({
            limit: anomalyLimits.distances[sensitivity],
            // Steps are kept for a day, and those of imported views never were.
            knownShare: isHistory ? 1 : knownShareOf(moment.steps, range),
            newShare: 1 / length,
            // Of history, nothing says whether views are missing or collectors were away.
            measures: isHistory ? measures.filter((one) => !countsViews(one)) : measures,
            usual,
            known,
            windows: longerWindows(
              await askAnomalyWindows(tenant, [range], anomalyLimits.valuesMax, { signal }),
              [at],
              length,
            ),
            cellsOf: (candidates) => askAnomalyCells(tenant, range, candidates, { signal }),
          })
    // Most windows of a week say nothing; the next one that does says how far the search is.
    if (isHistory && seen.length === 0 && !moment.isLast) return
    await writeAnomalies(this.#app, { environmentId: id, sensitivity, at, length, seen, isHistory })
  }

  /** The same hour of the weeks before; read once an hour. */
  async #usualOf(id: string, hour: number, signal: AbortSignal | undefined): Promise<UsualHour> {
    const remembered = this.#usual.get(id)
    if (remembered?.hour === hour) return remembered
    const made = { hour, ...(await this.#makeUsual(id, hour, signal)) }
    this.#usual.set(id, made)
    return made
  }

  async #makeUsual(id: string, hour: number, signal: AbortSignal | undefined) {
    const tenant = { id, clickhouse: this.#app.clickhouse }
    const first = await askFirstViewEnd(tenant)
    const isEnough =
      first !== undefined && hour - first.getTime() / 1000 >= anomalyLimits.historyDays * daySeconds
    if (!isEnough) return { usual: undefined, length: 1 }
    const hours = Array.from(
      { length: anomalyLimits.weeks },
      (_, index) => hour - (index + 1) * weekSeconds,
    )
    const before = (windowsMax - 1) * anomalyWindowSeconds
    const windows = await askAnomalyWindows(
      tenant,
      hours.map((from) => ({ from: from - before, until: from + hourSeconds })),
      anomalyLimits.usualValuesMax,
      { signal },
    )
    const ats = hours.flatMap(windowsOfHour)
    const inHours = new Set(ats)
    const length = windowLengthOf(
      windows.flatMap(({ at, cohort, sums }) =>
        cohort === null && inHours.has(at) ? [sums.views] : [],
      ),
    )
    return { usual: new UsualValues(longerWindows(windows, ats, length), hours), length }
  }
}
