import { z } from 'zod'
import type { Database } from '@playhead/postgres/client.ts'
import type { Environment } from '@playhead/server-kit/tenant.ts'
import { Advice, healthStatuses } from '../../contract.ts'
import type { Broadcast } from '../run/broadcast.ts'
import { findHealthReport, updateHealthReports } from '../rows/health-report.sql.ts'
import { metadataOf } from './metadata-of.ts'

/** What is known of the input of a running broadcast. */
export const HealthReport = z.object({
  status: z.enum(healthStatuses),
  advice: z.array(Advice),
  metadata: z.array(z.object({ name: z.string(), value: z.union([z.string(), z.number()]) })),
})
export type HealthReport = z.infer<typeof HealthReport>

const reportOf = (broadcast: Broadcast): HealthReport => ({
  status: broadcast.health.status,
  advice: broadcast.health.advice,
  metadata: metadataOf(broadcast),
})

/** For processes that do not have the encoders. */
export const storeHealthReports = async (postgres: Database, broadcasts: readonly Broadcast[]) => {
  const running = broadcasts.filter(({ isOver }) => !isOver)
  const reports = running.map((broadcast) => ({ id: broadcast.id, report: reportOf(broadcast) }))
  if (reports.length > 0) await updateHealthReports(postgres, reports)
}

/** Of the running broadcast: from this process, or as the process with the encoder stored it. */
export const readHealthReport = async (
  environment: Environment,
  liveStreamId: string,
  here: Broadcast | undefined,
): Promise<HealthReport | undefined> => {
  if (here) return reportOf(here)
  const stored = await findHealthReport(environment, liveStreamId)
  return stored === undefined ? undefined : HealthReport.parse(stored)
}
