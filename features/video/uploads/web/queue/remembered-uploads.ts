import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import type { NewAssetSettings, Upload, UploadMeta } from './upload-machine.ts'

/** What a page needs to go on with a file that an earlier page began to send. Its address stays on the server. */
export interface RememberedUpload {
  /** Of the direct upload. */
  id: string
  tenant: Tenant
  file: { name: string; size: number; lastModified: number }
  meta: UploadMeta
  settings: NewAssetSettings
}

const keyOf = (person: string) => `playhead_uploads_${person}`

const currentKey = () => {
  const person = sessionStore.getState().session?.currentUser.id
  return person === undefined ? undefined : keyOf(person)
}

const isRemembered = (value: unknown): value is RememberedUpload => {
  const { id, file, tenant, meta } = (value ?? {}) as Partial<RememberedUpload>
  return typeof id === 'string' && typeof file?.size === 'number' && !!tenant && !!meta
}

/** Without storage uploads only end with their page. */
export const listRemembered = (): RememberedUpload[] => {
  const key = currentKey()
  if (key === undefined) return []
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRemembered) : []
  } catch {
    return []
  }
}

const write = (uploads: readonly RememberedUpload[]) => {
  const key = currentKey()
  if (key === undefined) return
  try {
    if (uploads.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(uploads))
  } catch {
    return
  }
}

export const rememberUpload = ({ source, tenant, mux }: Upload) => {
  if (source.kind !== 'file' || !mux.upload) return
  const { id } = mux.upload
  const { name, size, lastModified } = source.file
  const { meta, settings } = mux
  write([
    ...listRemembered().filter((one) => one.id !== id),
    { id, tenant, file: { name, size, lastModified }, meta, settings },
  ])
}

export const forgetRemembered = (id: string) => {
  const remembered = listRemembered()
  if (remembered.some((one) => one.id === id)) write(remembered.filter((one) => one.id !== id))
}
