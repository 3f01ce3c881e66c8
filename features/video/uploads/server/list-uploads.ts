import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { uploads } from '../contract.ts'
import { presentUpload } from './present-upload.ts'
import { countUploads, listUploads as list } from './uploads.sql.ts'

export const listUploads: Handlers<typeof uploads>['list'] = async ({
  app,
  environment,
  query,
}) => {
  const [total, rows] = await Promise.all([countUploads(environment), list(environment, query)])
  return { data: rows.map((row) => presentUpload(app, row)), total_row_count: total, ...query }
}
