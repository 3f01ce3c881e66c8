import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { uploads } from '../contract.ts'
import { presentUpload } from './present-upload.ts'
import { findUpload } from './uploads.sql.ts'

export const retrieveUpload: Handlers<typeof uploads>['retrieve'] = async ({
  app,
  environment,
  params,
}) => {
  const row = await findUpload(environment, params.id)
  if (!row) throw notFound('upload')
  return { data: presentUpload(app, row) }
}
