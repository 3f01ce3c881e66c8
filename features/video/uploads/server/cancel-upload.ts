import { forbidden, notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { uploads } from '../contract.ts'
import { endUpload } from './end-upload.ts'
import { presentUpload } from './present-upload.ts'
import { findUpload } from './uploads.sql.ts'

export const cancelUpload: Handlers<typeof uploads>['cancel'] = async ({
  app,
  environment,
  params,
}) => {
  const cancelled = await endUpload(app, environment, params.id, { status: 'cancelled' })
  if (cancelled) return { data: presentUpload(app, cancelled) }
  if (!(await findUpload(environment, params.id))) throw notFound('upload')
  throw forbidden('Only an upload that is waiting for its file can be cancelled.')
}
