import { countProblems, findLastCheck } from '@playhead/features/video/storage-check/server'
import type { App } from '@playhead/server-kit/app.ts'
import { failed, ok } from './finding.ts'

const files = (count: number) => (count === 1 ? '1 media file' : `${count} media files`)

export const checkMedia = async ({ storage, postgres }: Pick<App, 'storage' | 'postgres'>) => {
  await storage.check()
  const { count, assets, example } = await countProblems(postgres)
  if (count > 0)
    return failed(
      `${files(count)} of ${assets} ${assets === 1 ? 'asset' : 'assets'} missing or damaged, such as ${example}: restore the files from a backup, or delete the assets, which show the problem too.`,
    )
  const last = await findLastCheck(postgres)
  if (!last) return ok('Media can be written; stored files have not been checked yet.')
  const leftOver = last.left_over > 0 ? `; ${files(last.left_over)} without an owner` : ''
  return ok(
    `Media can be written; ${files(last.files)} of ${(last.bytes / 1e9).toFixed(1)} GB well at ${last.finished_at.toISOString()}${leftOver}.`,
  )
}
