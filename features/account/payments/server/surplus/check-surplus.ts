import { formatCents } from '@playhead/domain/money.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { listSurplus } from '../charges/payments.sql.ts'

/** After that, the operator has seen it, and may have paid it back elsewhere. */
const shownMs = 30 * 86_400_000
const namedMax = 3

/** For the operator's checks: only they can pay back. */
export const checkSurplus = async ({ postgres, clock }: Pick<App, 'postgres' | 'clock'>) => {
  const rows = await listSurplus(postgres, new Date(clock.now().getTime() - shownMs))
  if (rows.length === 0)
    return { level: 'well' as const, sentence: 'No invoice was paid more than once.' }
  const named = rows
    .slice(0, namedMax)
    .map(({ number, currency, cents }) => `${formatCents(cents, currency)} of invoice ${number}`)
  const rest = rows.length - named.length
  return {
    level: 'warning' as const,
    sentence: `Customers paid more than they owed: refund ${named.join(', ')}${rest > 0 ? ` and of ${rest} more` : ''}.`,
  }
}
