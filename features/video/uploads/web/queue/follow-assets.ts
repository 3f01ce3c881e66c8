import { toCamel } from '@playhead/contract-kit/case-seam.ts'
import { type ActivityEvent, followActivity } from '@playhead/features/activity/events/web'
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

/** In case an event was lost on its way: those that are still expected are asked for. */
const checkEveryMs = 30_000
const types = [
  ...['created', 'ready', 'errored', 'deleted'].map((word) => `video.asset.${word}`),
  ...['errored', 'cancelled', 'timed_out'].map((word) => `video.upload.${word}`),
]
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

/** UPLD-055: while the server was asked, a retry may have begun another direct upload. */
const isSameAttempt = ({ id, attempts, mux }: Upload) => {
  const now = findUpload(id)
  return now?.attempts === attempts && now.mux.upload?.id === mux.upload?.id
}

const take = (upload: Upload, asset: UploadAsset) => {
  if (!isSameAttempt(upload)) return
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
  if (!isSameAttempt(upload)) return
  const refusal = refusalOf(data)
  if (refusal !== undefined) dispatch(upload.id, { type: 'failed', at: Date.now(), error: refusal })
  else if (data.assetId !== undefined) await fetchAsset(upload, data.assetId)
}

const isIn = (environmentId: string) => (upload: Upload) =>
  upload.tenant.environmentId === environmentId

const askAgain = (uploads: readonly Upload[]) =>
  Promise.allSettled(uploads.map((upload) => ask(findUpload(upload.id) ?? upload)))

/** UPLD-080, UPLD-081 */
const applyAssetEvent = (
  type: string,
  asset: ReturnType<typeof toCamel<typeof Asset>>,
  uploads: readonly Upload[],
) => {
  const upload = uploads.find(
    ({ mux }) =>
      mux.asset?.id === asset.id ||
      (asset.uploadId !== undefined && mux.upload?.id === asset.uploadId),
  )
  if (!upload) return
  if (type === 'video.asset.deleted') dropUploads(({ id }) => id === upload.id)
  else take(upload, toUploadAsset(asset))
}

const applyEvent = ({ type, object, data }: ActivityEvent, environmentId: string) => {
  const uploads = uploadsStore.get().filter(isIn(environmentId))
  if (object.type === 'asset') applyAssetEvent(type, toCamel(Asset, data), uploads)
  // UPLD-061
  else void askAgain(uploads.filter(({ mux }) => mux.upload?.id === object.id && !mux.asset))
}

const isFollowed = (upload: Upload) => isExpected(upload) || isArriving(upload) || isKept(upload)

/** The environments whose events arrive, each with what ends that. */
const following = new Map<string, () => void>()

const followEnvironment = ({ organizationId, environmentId }: Tenant) => {
  if (!organizationId || !environmentId || following.has(environmentId)) return
  const askAll = () =>
    void askAgain(
      uploadsStore
        .get()
        .filter(isIn(environmentId))
        .filter((upload) => isExpected(upload) || isKept(upload)),
    )
  const stop = followActivity(organizationId, {
    environmentId,
    types,
    onEvents: (events) => events.forEach((event) => applyEvent(event, environmentId)),
    onBegin: askAll,
    onGap: askAll,
  })
  following.set(environmentId, stop)
}

/** What was asked for once: an asset may have been ready before the page knew its id. */
const asked = new Set<string>()

const askOnce = () => {
  if (document.visibilityState !== 'visible') return
  const waiting = uploadsStore.get().filter(isExpected)
  const fresh = waiting.filter(({ id, mux }) => {
    const key = `${id} ${mux.upload?.id} ${mux.asset?.id}`
    return !asked.has(key) && asked.add(key)
  })
  void askAgain(fresh)
}

const follow = () => {
  const followed = uploadsStore.get().filter(isFollowed)
  const wanted = new Set(followed.map(({ tenant }) => tenant.environmentId))
  for (const [environmentId, stop] of following) {
    if (wanted.has(environmentId)) continue
    following.delete(environmentId)
    stop()
  }
  for (const { tenant } of followed) followEnvironment(tenant)
  askOnce()
}

const check = () => {
  if (document.visibilityState === 'visible') void askAgain(uploadsStore.get().filter(isExpected))
}

/** Follows the assets of all uploads while a component shows them; the returned function stops it. */
export const followAssets = () => {
  const unsubscribe = uploadsStore.subscribe(follow)
  document.addEventListener('visibilitychange', askOnce)
  const checking = setInterval(check, checkEveryMs)
  follow()
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', askOnce)
    clearInterval(checking)
    for (const stop of following.values()) stop()
    following.clear()
    asked.clear()
  }
}
