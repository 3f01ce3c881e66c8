import { createHash } from 'node:crypto'
import {
  type AlertPoint,
  insertAlertPoints,
} from '@playhead/analytics/alerting/alert-points.sql.ts'
import { groupBy } from '@playhead/domain/group-by.ts'
import type { ClickHouse } from '@playhead/clickhouse/client.ts'

/** Limit for points that wait for the engine; beyond it the oldest are dropped. */
const waitingMax = 100_000

/** The same minute of the same series has the same token, whichever evaluator records it. */
const tokenOf = (at: number, points: readonly AlertPoint[]) => {
  const series = points.map(({ series_id: id, group_key: key }) => `${id} ${key}`).toSorted()
  return `alert_points ${at} ${createHash('sha256').update(series.join('\n')).digest('hex')}`
}

/** Writes what rules saw, a row per minute and group. */
export class PointRecorder {
  #waiting: AlertPoint[] = []

  add(point: AlertPoint) {
    this.#waiting.push(point)
    if (this.#waiting.length > waitingMax) this.#waiting = this.#waiting.slice(-waitingMax / 2)
  }

  /** What cannot be written stays for the next time. */
  async write(clickhouse: ClickHouse) {
    for (const [at, points] of groupBy(this.#waiting, (point) => point.at)) {
      await insertAlertPoints(clickhouse, points, tokenOf(at, points))
      this.#waiting = this.#waiting.filter((point) => point.at !== at)
    }
  }
}
