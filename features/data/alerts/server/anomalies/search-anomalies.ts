import type { App } from '@playhead/server-kit/app.ts'
import { AnomalySearch } from './anomaly-search.ts'

/** What a process knows stays with it from run to run. */
const searches = new WeakMap<App, AnomalySearch>()

/** Judges the windows of five minutes that have ended since the last time. */
export const searchAnomalies = async (app: App, signal?: AbortSignal) => {
  const search = searches.get(app) ?? new AnomalySearch(app)
  searches.set(app, search)
  await search.judgeReady(signal)
}
