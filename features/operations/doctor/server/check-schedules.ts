import type { App } from '@playhead/server-kit/app.ts'
import { workerIdOf } from '@playhead/server-kit/jobs/worker-id.ts'
import { listTroubledSchedules } from '@playhead/server-kit/schedules/schedules.sql.ts'
import { ok, warning } from './finding.ts'

/** A single failure is retried within seconds. */
const failures = 3
const lateSeconds = 600

export const checkSchedules = async ({
  postgres,
  settings,
}: Pick<App, 'postgres' | 'settings'>) => {
  const folder = await workerIdOf(settings.dataFolder)
  const troubled = await listTroubledSchedules(postgres, { folder, failures, lateSeconds })
  const failing = troubled.find((one) => one.failures >= failures)
  const others = troubled.length > 1 ? `, and ${troubled.length - 1} more` : ''
  if (failing)
    return warning(
      `“${failing.name}” failed ${failing.failures} times in a row (${failing.last_error})${others}: the log has the details.`,
    )
  const [late] = troubled
  return late
    ? warning(
        `“${late.name}” was due ${Math.round(late.late_seconds / 60)} minutes ago${others}: is there a process with the role scheduler?`,
      )
    : ok('All schedules run on time.')
}
