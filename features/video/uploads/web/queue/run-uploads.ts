import { assets } from '@playhead/features/video/assets/contract'
import { apiOrigin, call } from '@playhead/web-kit/calls/call.ts'
import { CallError } from '@playhead/web-kit/calls/call-error.ts'
import { uploads as uploadEndpoints } from '../../contract.ts'
import { addressOptions, directUploadSettings } from './asset-settings.ts'
import { toUploadAsset } from './upload-asset.ts'
import {
  canCancel,
  canRetry,
  type DirectUpload,
  hasSlot,
  type NewAssetSettings,
  type Upload,
} from './upload-machine.ts'
import { holdUpload, releaseUpload, releaseUploads } from './held-uploads.ts'
import { forgetRemembered, rememberUpload } from './remembered-uploads.ts'
import { type Sender, sendFile } from './upload-sender.ts'
import {
  addUpload,
  changeSettings,
  dispatch,
  dropUploads,
  findUpload,
  onPersonChange,
  uploadsStore,
  warnDuring,
} from './uploads-store.ts'

const senders = new Map<string, Sender>()

const stopSender = (id: string) => {
  senders.get(id)?.stop()
  senders.delete(id)
}

const quiet = { quiet: true } as const

const messageOf = (error: unknown) => {
  if (error instanceof CallError && error.messages.length > 0) return error.messages.join(' ')
  return 'Something went wrong with the upload'
}

/** UPLD-061 */
export const refusalOf = ({ status, error }: DirectUpload) =>
  status === 'errored' || status === 'cancelled' || status === 'timed_out'
    ? (error?.message ?? 'direct upload error')
    : undefined

/** The page's policy only allows its own origin, and each name of the server leads to the same server. */
export const reachable = (url: string) =>
  (apiOrigin.value || globalThis.location.origin) + new URL(url).pathname

/** The upload may have been cancelled, or even started again, while the request was in flight. */
const isStill = ({ id, attempts }: Upload) => {
  const now = findUpload(id)
  return now?.attempts === attempts && now.status === 'preparing'
}

const fail = (id: string, error: string) => {
  dispatch(id, { type: 'failed', at: Date.now(), error })
  stopSender(id)
}

export const cancelDirectUpload = (
  upload: Pick<DirectUpload, 'id'>,
  { tenant }: Pick<Upload, 'tenant'>,
) =>
  // If this fails, the server's timeout ends the upload. It arrives also when the page is left at this moment.
  call(uploadEndpoints.cancel, {
    params: { id: upload.id },
    tenant,
    isKeptAlive: true,
    ...quiet,
  }).catch(() => {})

/** The whole file is on the server, or nothing more of it is wanted. */
const forgetFile = ({ mux }: Pick<Upload, 'mux'>) => {
  if (!mux.upload) return
  forgetRemembered(mux.upload.id)
  releaseUpload(mux.upload.id)
}

const send = (id: string, url: string, { file, goesOn }: { file: File; goesOn: boolean }) =>
  senders.set(
    id,
    sendFile({
      url: reachable(url),
      file,
      goesOn,
      onProgress: (progress) => dispatch(id, { type: 'progressed', progress }),
      onSuccess: () => {
        senders.delete(id)
        const sent = findUpload(id)
        if (sent) forgetFile(sent)
        dispatch(id, { type: 'completed', at: Date.now() })
      },
      onError: (error) => fail(id, error),
    }),
  )

export const createDirectUpload = async (
  settings: NewAssetSettings,
  tenant: Upload['tenant'],
): Promise<DirectUpload> => {
  const { data } = await call(uploadEndpoints.create, {
    body: { corsOrigin: globalThis.location.origin, newAssetSettings: settings },
    tenant,
    ...quiet,
  })
  return data
}

const beginFile = async (upload: Upload, file: File) => {
  if (file.size === 0) throw new Error('The file is empty.')
  const begun = upload.mux.upload
  const direct = begun ?? (await createDirectUpload(directUploadSettings(upload), upload.tenant))
  const refusal = refusalOf(direct)
  if (refusal !== undefined) throw new Error(refusal)
  if (!isStill(upload)) return void (await cancelDirectUpload(direct, upload))
  if (direct.url === undefined) throw new Error('direct upload error')
  dispatch(upload.id, { type: 'sending', upload: direct })
  rememberUpload(findUpload(upload.id) ?? upload)
  holdUpload(direct.id)
  send(upload.id, direct.url, { file, goesOn: begun !== undefined })
}

const beginAddress = async (upload: Upload, url: string) => {
  const { tenant } = upload
  const { data } = await call(assets.create, {
    body: addressOptions(upload, url),
    tenant,
    ...quiet,
  })
  if (isStill(upload))
    return void dispatch(upload.id, {
      type: 'completed',
      at: Date.now(),
      asset: toUploadAsset(data),
    })
  // It arrives also when the page is left at this moment.
  await call(assets.remove, {
    params: { id: data.id },
    tenant,
    isKeptAlive: true,
    ...quiet,
  }).catch(() => {})
}

const begin = async ({ id }: Upload) => {
  if (!dispatch(id, { type: 'started', at: Date.now() })) return
  const upload = findUpload(id)!
  const { source } = upload
  try {
    if (source.kind === 'file') await beginFile(upload, source.file)
    // Nothing on the server ends an asset that was cancelled while it was being created.
    else await warnDuring(() => beginAddress(upload, source.url))
  } catch (error) {
    const isOwn = error instanceof Error && !(error instanceof CallError)
    if (isStill(upload)) fail(id, isOwn ? error.message : messageOf(error))
  }
}

/** UPLD-048, UPLD-049; called when the server has responded. */
const startOrQueue = (upload: Upload) => {
  if (upload.source.kind === 'url' || hasSlot(uploadsStore.get())) return begin(upload)
  dispatch(upload.id, { type: 'queued' })
  return undefined
}

const goOn = (id: string) => {
  if (dispatch(id, { type: 'resumed' })) senders.get(id)?.resume()
}

let isFilling = false

/** UPLD-050: the upload that has waited longest goes first. */
const fillSlots = () => {
  if (isFilling) return
  isFilling = true
  for (const upload of uploadsStore.get().toReversed()) {
    if (upload.status !== 'queued' || !hasSlot(uploadsStore.get())) continue
    if (senders.has(upload.id)) goOn(upload.id)
    else void begin(upload)
  }
  isFilling = false
}

const tidy = () => {
  for (const [id, sender] of senders) {
    const upload = findUpload(id)
    const status = upload?.status
    if (upload && status === 'completed') forgetFile(upload)
    if (status === undefined || status === 'completed' || status === 'errored') {
      sender.stop()
      senders.delete(id)
    }
  }
  fillSlots()
}
uploadsStore.subscribe(tidy)

/** Starts waiting uploads in the order in which they were chosen. */
export const startUploads = async (
  ids: readonly string[],
  settings: (upload: Upload) => NewAssetSettings,
) => {
  const begun = ids.map(async (id) => {
    const upload = findUpload(id)
    if (!upload) return
    changeSettings(id, settings(upload))
    await startOrQueue(findUpload(id) ?? upload)
  })
  await Promise.all(begun)
}

export const pauseUpload = (id: string) => {
  if (dispatch(id, { type: 'paused' })) senders.get(id)?.pause()
}

export const resumeUpload = (id: string) => {
  if (findUpload(id)?.status !== 'paused') return
  if (hasSlot(uploadsStore.get())) goOn(id)
  else dispatch(id, { type: 'heldBack' })
}

export const cancelUpload = (id: string) => {
  const upload = findUpload(id)
  if (!upload || !canCancel(upload)) return
  stopSender(id)
  dispatch(id, { type: 'cancelled', at: Date.now() })
  if (upload.mux.upload) void cancelDirectUpload(upload.mux.upload, upload)
  forgetFile(upload)
}

/** Goes on with what an earlier page began; `begun` is as the server has it now. */
export const goOnWithFile = (addition: Parameters<typeof addUpload>[0]) => {
  const upload = addUpload(addition)
  void startOrQueue(upload)
}

export const retryUpload = (id: string) => {
  const upload = findUpload(id)
  if (!upload || !canRetry(upload)) return
  const { status, mux } = upload
  // Otherwise the server would wait for the rest of the first attempt.
  if (status === 'errored' && mux.upload && !mux.asset) void cancelDirectUpload(mux.upload, upload)
  forgetFile(upload)
  stopSender(id)
  dispatch(id, { type: 'retried' })
  const fresh = findUpload(id)
  if (fresh) void startOrQueue(fresh)
}

export const removeUpload = (id: string) => {
  const upload = findUpload(id)
  if (upload) forgetFile(upload)
  stopSender(id)
  dropUploads((upload) => upload.id === id)
}

export const forgetUploads = () => {
  for (const id of senders.keys()) stopSender(id)
  releaseUploads()
  dropUploads(() => true)
}

onPersonChange(forgetUploads)
