import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { usage } from '../../contract.ts'
import { isEnvironmentThere, listHours } from './usage-days.sql.ts'
import { dayMs, fileNameOf, usageFile } from './usage-file.ts'

/** Forged and expired tokens and tokens of another day get the same response as a removed environment. */
export const downloadUsageExport: Handlers<typeof usage>['downloadExport'] = async ({
  app,
  params,
  query,
}) => {
  const statement = app.vault.verify('usage-export', query.token, app.clock.now())
  const { environment, day } = statement ?? {}
  const isOfFile =
    typeof environment === 'string' && typeof day === 'string' && params.file === fileNameOf(day)
  if (!isOfFile || !(await isEnvironmentThere(app.postgres, environment))) throw notFound('export')
  const from = new Date(`${day}T00:00:00Z`)
  const until = new Date(from.getTime() + dayMs)
  const file = usageFile(environment, await listHours(app.postgres, environment, { from, until }))
  return {
    name: fileNameOf(day),
    size: file.length,
    bytes: new Blob([new Uint8Array(file)]).stream(),
  }
}
