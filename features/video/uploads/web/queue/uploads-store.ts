import { createStore } from '@playhead/web-kit/external-store.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'
import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import { sourceTitle } from './source-title.ts'
import {
  type DirectUpload,
  isUnfinished,
  type NewAssetSettings,
  type Upload,
  type UploadEvent,
  type UploadMeta,
  type UploadSource,
  uploadTransition,
} from './upload-machine.ts'

/** Outside of all screens, so that uploads continue during navigation. Newest first. */
export const uploadsStore = createStore<readonly Upload[]>([])

const set = (next: readonly Upload[]) => uploadsStore.set(next)

export const findUpload = (id: string) => uploadsStore.get().find((upload) => upload.id === id)

const replace = (next: Upload) =>
  set(uploadsStore.get().map((upload) => (upload.id === next.id ? next : upload)))

/** Returns whether the event applied to the status of the upload. */
export const dispatch = (id: string, event: UploadEvent) => {
  const before = findUpload(id)
  if (!before) return false
  const after = uploadTransition(before, event)
  if (after !== before) replace(after)
  return after !== before
}

let count = 0
const nextId = () => {
  count += 1
  return `upload-${count}`
}

interface Addition {
  source: UploadSource
  tenant: Tenant
  settings: NewAssetSettings
  meta?: UploadMeta
  /** What an earlier page began to send the file to. */
  begun?: DirectUpload
  at?: number
}

export const addUpload = (addition: Addition) => {
  const { source, tenant, settings, meta, begun, at = Date.now() } = addition
  const upload: Upload = {
    id: nextId(),
    createdAt: at,
    source,
    tenant,
    status: 'waiting',
    progress: 0,
    attempts: 0,
    mux: {
      settings,
      meta: meta ?? { title: sourceTitle(source), creatorId: '', externalId: '' },
      ...(begun && { upload: begun }),
    },
  }
  set([upload, ...uploadsStore.get()])
  return upload
}

export const changeMeta = (id: string, meta: Partial<UploadMeta>) => {
  const upload = findUpload(id)
  if (!upload) return
  replace({ ...upload, mux: { ...upload.mux, meta: { ...upload.mux.meta, ...meta } } })
}

export const changeSettings = (id: string, settings: NewAssetSettings) => {
  const upload = findUpload(id)
  if (upload) replace({ ...upload, mux: { ...upload.mux, settings } })
}

export const changeInputInfo = (id: string, inputInfo: Upload['mux']['inputInfo'] & object) => {
  const upload = findUpload(id)
  if (upload) replace({ ...upload, mux: { ...upload.mux, inputInfo } })
}

export const dropUploads = (isDropped: (upload: Upload) => boolean) => {
  const kept = uploadsStore.get().filter((upload) => !isDropped(upload))
  if (kept.length < uploadsStore.get().length) set(kept)
}

/** UPLD-044 */
const warn = (event: BeforeUnloadEvent) => event.preventDefault()
let isWarning = false
let worksBehind = 0
const warnIfNeeded = () => {
  const isNeeded = worksBehind > 0 || uploadsStore.get().some(isUnfinished)
  if (isNeeded === isWarning) return
  isWarning = isNeeded
  if (isNeeded) globalThis.addEventListener('beforeunload', warn)
  else globalThis.removeEventListener('beforeunload', warn)
}
uploadsStore.subscribe(warnIfNeeded)

/** The page warns until this work is over, even if its upload is cancelled before. */
export const warnDuring = async (work: () => Promise<void>) => {
  worksBehind += 1
  try {
    await work()
  } finally {
    worksBehind -= 1
    warnIfNeeded()
  }
}

const personOf = () => sessionStore.getState().session?.currentUser.id
let person = personOf()

/** The next person who signs in must not see them. */
export const onPersonChange = (forget: () => void) =>
  sessionStore.subscribe(() => {
    const now = personOf()
    if (person !== undefined && now !== person) forget()
    person = now
  })
