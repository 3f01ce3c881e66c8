import { formatNumber } from '@playhead/domain/format.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { listOutcomes } from './ledger.sql.ts'

const minutes = 5
const least = 20
const share = 0.01

/** Refused requests are beacons that players must send again, or lose. */
export const checkRefusals = async ({ clickhouse, clock }: Pick<App, 'clickhouse' | 'clock'>) => {
  const since = new Date(clock.now().getTime() - minutes * 60_000)
  const outcomes = await listOutcomes(clickhouse, since)
  const sum = (rows: typeof outcomes) => rows.reduce((total, { count }) => total + count, 0)
  const refused = sum(outcomes.filter(({ outcome }) => outcome === 'shed'))
  const taken = sum(outcomes.filter(({ outcome }) => outcome !== 'shed'))
  if (refused < least || refused < share * (refused + taken))
    return { level: 'well', sentence: '' } as const
  return {
    level: 'alert',
    sentence: `The collector refused ${formatNumber(refused)} requests of players in ${minutes} minutes.`,
  } as const
}
