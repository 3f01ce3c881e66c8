import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { exports } from '../contract.ts'
import { fileNameOf, readExport } from './export-files.ts'

/** Forged tokens, expired tokens and tokens of another file get the same response as a deleted file. */
export const downloadExport: Handlers<typeof exports>['download'] = async ({
  app,
  params,
  query,
}) => {
  const statement = app.vault.verify('views-export', query.token, app.clock.now())
  const { environment, day } = statement ?? {}
  const isOfFile =
    typeof environment === 'string' && typeof day === 'string' && params.file === fileNameOf(day)
  const file = isOfFile && (await readExport(app.settings.dataFolder, environment, day))
  if (!file) throw notFound('export')
  return file
}
