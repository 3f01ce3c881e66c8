import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'

/** A run that takes longer than its interval is not overtaken by the next one. */
export const startSchedules = (app: App, schedules: readonly Schedule[]) => {
  let isStopped = false
  const timers = new Set<NodeJS.Timeout>()
  const runLater = (schedule: Schedule, seconds: number) => {
    if (isStopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      schedule
        .run(app)
        .catch((error: unknown) =>
          app.log.error('schedule failed', { schedule: schedule.name, error }),
        )
        .finally(() => runLater(schedule, schedule.everySeconds))
    }, seconds * 1000)
    timer.unref()
    timers.add(timer)
  }
  for (const schedule of schedules) runLater(schedule, Math.min(30, schedule.everySeconds))
  return () => {
    isStopped = true
    for (const timer of timers) clearTimeout(timer)
  }
}
