import type { App } from '@playhead/server-kit/app.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { listAllEnvironments } from '../counting/environments-to-count.sql.ts'
import { countFindings, replaceFindings } from './compare-hours.sql.ts'
import { type Comparison, verifyEnvironment } from './verify-environment.ts'

const daySeconds = 86_400

const overAll = async (
  app: App,
  signal: AbortSignal | undefined,
  asked: { days?: number; corrects: boolean },
  after?: (
    environment: Parameters<typeof replaceFindings>[0],
    found: Comparison[],
    now: Date,
  ) => Promise<unknown>,
) => {
  const { postgres, clickhouse } = app
  const now = app.clock.now()
  for (const { id, organization_id: organizationId } of await listAllEnvironments(postgres)) {
    if (signal?.aborted) return
    const environment = { id, organizationId, postgres, clickhouse }
    const comparisons = await verifyEnvironment(environment, { now, ...asked })
    await after?.(
      environment,
      comparisons.filter((one) => one.differs),
      now,
    )
  }
}

/** What came later than its hour was closed, while the sources surely have everything. */
export const correctLateHours: Schedule = {
  name: 'usage: correct late hours',
  everySeconds: daySeconds,
  run: (app, signal) => overAll(app, signal, { days: 8, corrects: true }),
}

/** Older differences are the operator's to judge: a source may have lost something. */
export const verifyHours: Schedule = {
  name: 'usage: compare with sources',
  everySeconds: 7 * daySeconds,
  run: (app, signal) => overAll(app, signal, { corrects: false }, replaceFindings),
}

/** For the operator's checks. */
export const checkUsage = async ({ postgres }: Pick<App, 'postgres'>) => {
  const { environments, meters } = await countFindings(postgres)
  return meters === 0
    ? { level: 'well' as const, sentence: 'Counted usage agrees with its sources.' }
    : {
        level: 'warning' as const,
        sentence: `${meters} ${meters === 1 ? 'meter' : 'meters'} of ${environments} ${environments === 1 ? 'environment' : 'environments'} differ by more than 0.1 % from their sources. Run usage verify.`,
      }
}
