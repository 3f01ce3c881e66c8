import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '@playhead/server-kit/app.ts'
import { isUuid } from '@playhead/server-kit/identity/caller.ts'
import { endUpload } from './end-upload.ts'
import { uploadsFolder } from './parts/part-file.ts'
import { listOverdueUploads, listUploadsWithFiles } from './uploads.sql.ts'

const batch = 500

/** Times out uploads whose file did not arrive in time. Each arriving part extends the limit. */
export const endOverdueUploads = async (app: App) => {
  for (;;) {
    const overdue = await listOverdueUploads(app.postgres, app.clock.now(), batch)
    for (const { id, environment_id: environmentId, organization_id: organizationId } of overdue) {
      const { postgres, clickhouse } = app
      const environment = { id: environmentId, organizationId, postgres, clickhouse }
      await endUpload(app, environment, id, { status: 'timed_out' })
    }
    if (overdue.length < batch) return
  }
}

const filesIn = (folder: string) =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Removes files of ended uploads and of deleted environments. */
export const clearUploadFiles = async (app: App) => {
  const folder = uploadsFolder(app.settings.dataFolder)
  const names = await filesIn(folder)
  const ids = names.filter((name) => isUuid(name))
  if (ids.length < names.length)
    app.log.info('the folder of uploads holds other files', {
      count: names.length - ids.length,
    })
  let removed = 0
  for (let at = 0; at < ids.length; at += batch) {
    const some = ids.slice(at, at + batch)
    const needed = new Set(await listUploadsWithFiles(app.postgres, some, app.clock.now()))
    for (const id of some) {
      if (needed.has(id)) continue
      await rm(join(folder, id), { force: true })
      removed += 1
    }
  }
  if (removed > 0) app.log.info('files of ended uploads were removed', { count: removed })
}
