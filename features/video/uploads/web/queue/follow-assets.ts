import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { events } from '@playhead/features/activity/events/contract'
import { Asset, assets } from '@playhead/features/video/assets/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import { isCallError } from '@playhead/web-kit/calls/call-error.ts'
import type { Tenant } from '@playhead/web-kit/session/tenant.ts'
import { uploads as uploadEndpoints } from '../../contract.ts'
import { refusalOf } from './run-uploads.ts'
import { isOlder, toUploadAsset } from './upload-asset.ts'
import type { Upload, UploadAsset } from './upload-machine.ts'
import {
  changeInputInfo,
  dispatch,
  dropUploads,
  findUpload,
  uploadsStore,
} from './uploads-store.ts'

const followEveryMs = 2000
/** Finished uploads change rarely; they are polled for changes that the feed missed. */
const slowTicks = 5
const types = ['created', 'ready', 'errored', 'deleted'].map((word) => `video.asset.${word}`)
const quiet = { quiet: true } as const

const isExpected = ({ status, mux }: Upload) =>
  mux.asset ? mux.asset.status === 'preparing' : status === 'completed' && mux.upload !== undefined
/** A nearly complete file may have its asset before the page learns that it has arrived. */
const isArriving = ({ status, mux, progress }: Upload) =>
  status === 'uploading' && mux.upload !== undefined && progress > 90
const isKept = ({ mux }: Upload) => mux.asset?.status === 'ready'

/** UPLD-082 */
const fetchInputInfo = async (upload: Upload, assetId: string) => {
  const { data } = await call(assets.inputInfo, {
    params: { id: assetId },
    tenant: upload.tenant,
    ...quiet,
  })
  changeInputInfo(upload.id, data)
}

const take = (upload: Upload, asset: UploadAsset) => {
  if (isOlder(asset, findUpload(upload.id)?.mux.asset)) return
  const isNews = findUpload(upload.id)?.mux.asset?.status !== asset.status
  dispatch(upload.id, { type: 'assetChanged', at: Date.now(), asset })
  // Without it the row only shows less.
  if (asset.status === 'ready' && isNews) fetchInputInfo(upload, asset.id).catch(() => {})
}

const fetchAsset = async (upload: Upload, id: string) => {
  try {
    const { data } = await call(assets.retrieve, {
      params: { id },
      tenant: upload.tenant,
      ...quiet,
    })
    take(upload, toUploadAsset(data))
  } catch (error) {
    if (!isCallError(error) || error.status !== 404) throw error
    // UPLD-074
    take(upload, { id, status: 'deleted' })
  }
}

const ask = async (upload: Upload) => {
  const { asset, upload: direct } = upload.mux
  if (asset) return fetchAsset(upload, asset.id)
  if (!direct) return
  const { tenant } = upload
  const { data } = await call(uploadEndpoints.retrieve, {
    params: { id: direct.id },
    tenant,
    ...quiet,
  })
  const refusal = refusalOf(data)
  if (refusal !== undefined) dispatch(upload.id, { type: 'failed', at: Date.now(), error: refusal })
  else if (data.assetId !== undefined) await fetchAsset(upload, data.assetId)
}

const cursors = new Map<string, string>()

const isIn = (tenant: Tenant) => (upload: Upload) =>
  upload.tenant.environmentId === tenant.environmentId

/** UPLD-080, UPLD-081 */
const applyAssetEvent = (
  type: string,
  asset: ReturnType<typeof toCamel<typeof Asset>>,
  tenant: Tenant,
) => {
  const upload = uploadsStore
    .get()
    .filter(isIn(tenant))
    .find(
      ({ mux }) =>
        mux.asset?.id === asset.id ||
        (asset.uploadId !== undefined && mux.upload?.id === asset.uploadId),
    )
  if (!upload) return
  if (type === 'video.asset.deleted') dropUploads(({ id }) => id === upload.id)
  else take(upload, toUploadAsset(asset))
}

/** Returns whether all events since the last poll arrived: false without a cursor or after a gap. */
const pollEvents = async (tenant: Tenant) => {
  const key = tenant.environmentId ?? ''
  const after = cursors.get(key)
  const received = await call(events.feed, {
    query: { ...(after && { after }), types },
    tenant,
    ...quiet,
  })
  cursors.set(key, received.next)
  for (const { type, data } of received.data) applyAssetEvent(type, toCamel(Asset, data), tenant)
  return after !== undefined && !received.gap
}

const followEnvironment = async (followed: readonly Upload[], isThorough: boolean) => {
  const [first] = followed
  if (!first) return
  const hasEvents = await pollEvents(first.tenant).catch(() => false)
  if (hasEvents && !isThorough) return
  const waiting = followed.filter(({ id }) => {
    const now = findUpload(id)
    return now !== undefined && (isExpected(now) || isKept(now))
  })
  await Promise.allSettled(waiting.map((upload) => ask(findUpload(upload.id) ?? upload)))
}

let everyMs = followEveryMs
let timer: ReturnType<typeof setTimeout> | undefined
let ticks = 0
let isAsking = false

const followed = () => {
  const isSlow = ticks % slowTicks === 0
  return uploadsStore
    .get()
    .filter((upload) => isExpected(upload) || isArriving(upload) || (isSlow && isKept(upload)))
}

const byEnvironment = (uploads: readonly Upload[]) => {
  const groups = new Map<string, Upload[]>()
  for (const upload of uploads) {
    const key = upload.tenant.environmentId ?? ''
    groups.set(key, [...(groups.get(key) ?? []), upload])
  }
  return groups
}

const tick = async () => {
  timer = undefined
  if (isAsking) return
  isAsking = true
  ticks += 1
  if (document.visibilityState === 'visible') {
    const groups = byEnvironment(followed())
    const isThorough = ticks % (slowTicks * 3) === 0
    await Promise.all([...groups.values()].map((group) => followEnvironment(group, isThorough)))
  }
  isAsking = false
  schedule()
}

const schedule = () => {
  const { length } = uploadsStore
    .get()
    .filter((upload) => isExpected(upload) || isArriving(upload) || isKept(upload))
  if (length === 0) {
    clearTimeout(timer)
    timer = undefined
    // The next start asks for what happens in between.
    cursors.clear()
  } else if (!isAsking) timer ??= setTimeout(() => void tick(), everyMs)
}

const now = () => {
  if (document.visibilityState !== 'visible' || timer === undefined) return
  clearTimeout(timer)
  void tick()
}

/** Follows the assets of all uploads while a component shows them; the returned function stops it. */
export const followAssets = (intervalMs = followEveryMs) => {
  everyMs = intervalMs
  const unsubscribe = uploadsStore.subscribe(schedule)
  document.addEventListener('visibilitychange', now)
  schedule()
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', now)
    clearTimeout(timer)
    timer = undefined
    cursors.clear()
  }
}
