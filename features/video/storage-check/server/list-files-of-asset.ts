import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { hasAsset, listFilesOfAsset as list } from '@playhead/media-store/media-files.sql.ts'
import type { storageCheck } from '../contract.ts'

export const listFilesOfAsset: Handlers<typeof storageCheck>['filesOfAsset'] = async ({
  environment,
  params,
}) => {
  if (!(await hasAsset(environment, params.id))) throw notFound('asset')
  const files = await list(environment, params.id)
  const folder = `${environment.id}/${params.id}/`
  return {
    data: files.map(({ key, created_at, ...file }) => ({
      ...file,
      name: key.slice(folder.length),
      created_at: created_at.toISOString(),
    })),
  }
}
